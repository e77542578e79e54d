import type { Ring } from './outline.ts';

/** Opaque pixels, three bytes each, row by row. */
export interface Picture {
  width: number;
  height: number;
  rgb: Uint8Array;
}

export type Color = readonly [red: number, green: number, blue: number];

/** Lines looked at in each row of pixels: the steps of a slanted edge. */
const LINES = 4;

/** `#rrggbb` as its three bytes. */
export function colorOf(hex: string): Color {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Lays a colour over a pixel; `share` is how much of it, 0 to 1. */
export function blend({ rgb }: Picture, pixel: number, color: Color, share: number): void {
  const at = pixel * 3;
  for (const channel of [0, 1, 2] as const) rgb[at + channel]! += (color[channel] - rgb[at + channel]!) * share;
}

/** Fills what an odd number of rings lies around, with soft edges, left of the column `until`. */
export function fill(
  picture: Picture,
  rings: readonly Ring[],
  { color, share = 1, until }: { color: Color; share?: number; until: number },
): void {
  const edges = rings.flatMap((ring) => ring.map((from, at) => [from, ring[(at + 1) % ring.length]!] as const));
  const levels = rings.flat().map(([, y]) => y);
  const covered = new Float32Array(picture.width + 1);
  const last = Math.min(picture.height, Math.ceil(Math.max(...levels)));
  for (let row = Math.max(0, Math.floor(Math.min(...levels))); row < last; row += 1) {
    covered.fill(0);
    for (let line = 0; line < LINES; line += 1) cover(covered, crossings(edges, row + (line + 0.5) / LINES), until);
    for (let x = 0; x < until; x += 1)
      if (covered[x]! > 0) blend(picture, row * picture.width + x, color, Math.min(1, covered[x]! / LINES) * share);
  }
}

function crossings(edges: readonly (readonly [from: readonly [number, number], to: readonly [number, number]])[], y: number): number[] {
  const found: number[] = [];
  for (const [[x1, y1], [x2, y2]] of edges) if (y1 <= y !== y2 <= y) found.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1));
  return found.toSorted((a, b) => a - b);
}

/** Adds to each pixel the share of it that lies between the crossings, two by two. */
function cover(covered: Float32Array, xs: readonly number[], until: number): void {
  const within = (x: number) => Math.min(until, Math.max(0, x));
  for (let pair = 0; pair + 1 < xs.length; pair += 2) {
    const [from, to] = [within(xs[pair]!), within(xs[pair + 1]!)];
    for (let x = Math.floor(from); x < to; x += 1) covered[x]! += Math.min(to, x + 1) - Math.max(from, x);
  }
}
