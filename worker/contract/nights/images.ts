/** The widths in which images are stored, in pixels. A smaller original is never enlarged. */
export const IMAGE_WIDTHS = [480, 960, 1600] as const;

export const MAX_IMAGE_BYTES = 10 * 1_048_576;
export const MAX_IMAGE_PIXELS = 25_000_000;

const OWN_PATH = /^\/images\/([0-9a-f]{32})$/;

/** Returns the key in the address of a stored image (`/images/{key}`), or null for an external image. */
export function imageKey(url: string | null): string | null {
  return OWN_PATH.exec(url ?? '')?.[1] ?? null;
}

export function imageUrl(key: string): string {
  return `/images/${key}`;
}

/** The `srcset` of an image. Undefined for an external image, which has only one size. */
export function imageSrcset(url: string | null): string | undefined {
  return imageKey(url) ? IMAGE_WIDTHS.map((width) => `${url}?w=${width} ${width}w`).join(', ') : undefined;
}

export function fittingWidth(requested: number): (typeof IMAGE_WIDTHS)[number] {
  return IMAGE_WIDTHS.find((width) => width >= requested) ?? IMAGE_WIDTHS[2];
}
