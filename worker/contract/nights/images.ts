/** The widths in pixels in which every uploaded image is stored. A smaller original is never enlarged. */
export const IMAGE_WIDTHS = [480, 960, 1600] as const;

/** The limits of an upload: its size in bytes, and the number of pixels of the decoded image. */
export const MAX_IMAGE_BYTES = 10 * 1_048_576;
export const MAX_IMAGE_PIXELS = 25_000_000;

const OWN_PATH = /^\/images\/([0-9a-f]{32})$/;

/** The key of one of our images, from the address that rows store (`/images/{key}`); null for an external address. */
export function imageKey(url: string | null): string | null {
  return OWN_PATH.exec(url ?? '')?.[1] ?? null;
}

/** The address that rows store for one of our images. */
export function imageUrl(key: string): string {
  return `/images/${key}`;
}

/**
 * The `srcset` of one of our images, with one candidate for each width. An external image has only one size, so its
 * result is undefined.
 */
export function imageSrcset(url: string | null): string | undefined {
  return imageKey(url) ? IMAGE_WIDTHS.map((width) => `${url}?w=${width} ${width}w`).join(', ') : undefined;
}

/** The stored width for a requested width: the smallest that is at least as wide, otherwise the widest. */
export function nearestWidth(requested: number): (typeof IMAGE_WIDTHS)[number] {
  return IMAGE_WIDTHS.find((width) => width >= requested) ?? IMAGE_WIDTHS[2];
}
