/** The widths in pixels in which every uploaded image is stored. A smaller original is never enlarged. */
export const IMAGE_WIDTHS = [480, 960, 1600] as const;

/** The limits of an upload: its size in bytes, and the number of pixels of the image. */
export const MAX_IMAGE_BYTES = 10 * 1_048_576;
export const MAX_IMAGE_PIXELS = 25_000_000;

const OWN_PATH = /^\/images\/([0-9a-f]{32})$/;

/** Returns the key of one of our images from its stored address (`/images/{key}`), or null for an external address. */
export function imageKey(url: string | null): string | null {
  return OWN_PATH.exec(url ?? '')?.[1] ?? null;
}

/** Returns the stored address of one of our images. */
export function imageUrl(key: string): string {
  return `/images/${key}`;
}

/**
 * Returns the `srcset` of one of our images, with a candidate per width. Returns undefined for an external image, which
 * has only one size.
 */
export function imageSrcset(url: string | null): string | undefined {
  return imageKey(url) ? IMAGE_WIDTHS.map((width) => `${url}?w=${width} ${width}w`).join(', ') : undefined;
}

/**
 * Returns the smallest stored width that is at least the requested one, or the largest stored width if all are smaller.
 */
export function nearestWidth(requested: number): (typeof IMAGE_WIDTHS)[number] {
  return IMAGE_WIDTHS.find((width) => width >= requested) ?? IMAGE_WIDTHS[2];
}
