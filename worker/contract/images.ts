/** The widths every uploaded image is kept in, in pixels; a smaller original is never enlarged. */
export const IMAGE_WIDTHS = [480, 960, 1600] as const;

/** What an upload may weigh, in bytes, and how many pixels it may unfold to. */
export const MAX_IMAGE_BYTES = 10 * 1_048_576;
export const MAX_IMAGE_PIXELS = 25_000_000;

const OWN_PATH = /^\/images\/([0-9a-f]{32})$/;

/** The key of an image of ours, from the address rows keep (`/images/{key}`); null for an address elsewhere. */
export function imageKey(url: string | null): string | null {
  return OWN_PATH.exec(url ?? '')?.[1] ?? null;
}

/** The address rows keep for an image of ours. */
export function imageUrl(key: string): string {
  return `/images/${key}`;
}

/** The `srcset` of an image of ours, one candidate a width; undefined for an image elsewhere, which has one size only. */
export function imageSrcset(url: string | null): string | undefined {
  return imageKey(url) ? IMAGE_WIDTHS.map((width) => `${url}?w=${width} ${width}w`).join(', ') : undefined;
}

/** The stored width for a requested one: the smallest that is at least as wide, else the widest. */
export function nearestWidth(requested: number): (typeof IMAGE_WIDTHS)[number] {
  return IMAGE_WIDTHS.find((width) => width >= requested) ?? IMAGE_WIDTHS[2];
}
