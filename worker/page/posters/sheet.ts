import { GLYPHS } from './glyphs.ts';

/** A poster is drawn on a sheet of 160 × 100. Every crop shows at least the middle 100 × 100. */
export interface Sheet {
  inks: { ground: string; glow: string; main: string; light: string; dark: string };
  /** Returns the next pseudo-random whole number below `max`. Only the poster's name and print decide the numbers. */
  n: (max: number) => number;
  /** The words of the title in capitals, at least one. */
  words: readonly string[];
  day: string | undefined;
}

export type Print = (sheet: Sheet) => string;

export const times = (count: number, draw: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => draw(at)).join('');

const short = (value: number) => Math.round(value * 100) / 100;

const opacity = (kind: 'fill' | 'stroke', share: number) => (share < 1 ? ` ${kind}-opacity="${short(share)}"` : '');

export const fill = (d: string, color: string, share = 1) =>
  `<path fill="${color}"${opacity('fill', share)} d="${d}"/>`;

export const line = (d: string, color: string, width: number, share = 1) =>
  `<path fill="none" stroke="${color}" stroke-width="${short(width)}" stroke-linecap="round" stroke-linejoin="round"` +
  `${opacity('stroke', share)} d="${d}"/>`;

export function dots(all: readonly (readonly [x: number, y: number, r: number])[], color: string, share = 1): string {
  const bySize = new Map<number, string>();
  for (const [x, y, r] of all) {
    const size = Math.max(0.2, Math.round(r * 5) / 5);
    bySize.set(size, `${bySize.get(size) ?? ''}M${short(x)} ${short(y)}h0`);
  }
  return [...bySize].map(([size, d]) => line(d, color, size * 2, share)).join('');
}

export const bar = (d: string, color: string, width: number, share = 1) =>
  `<path fill="none" stroke="${color}" stroke-width="${short(width)}"${opacity('stroke', share)} d="${d}"/>`;

export const dashed = (path: string, dashes: string) => path.replace('/>', ` stroke-dasharray="${dashes}"/>`);

export const disc = (x: number, y: number, r: number, color: string, share = 1) =>
  `<circle cx="${short(x)}" cy="${short(y)}" r="${short(r)}" fill="${color}"${opacity('fill', share)}/>`;

export const ring = (x: number, y: number, r: number, color: string, width: number, share = 1) =>
  `<circle cx="${short(x)}" cy="${short(y)}" r="${short(r)}" fill="none" stroke="${color}" ` +
  `stroke-width="${short(width)}"${opacity('stroke', share)}/>`;

export const box = (x: number, y: number, width: number, height: number, color: string, share = 1) =>
  `<path fill="${color}"${opacity('fill', share)} d="M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}z"/>`;

export const moved = (x: number, y: number, scale: number | string, inner: string, turn = 0) =>
  `<g transform="translate(${short(x)} ${short(y)})${turn ? ` rotate(${short(turn)})` : ''} scale(${scale})">${inner}</g>`;

export const widthOf = (text: string) =>
  Array.from(text).reduce((sum, letter) => sum + (GLYPHS[letter]?.[0] ?? 30) + 2, 0);

/**
 * Letters `height` high, with their upper left corner at `x`, `y`. With `width`, draws only outlines in `color`.
 * Without `color` and `width`, the letters inherit the fill of the SVG element around them.
 */
export function letters(
  text: string,
  { x, y, height, color, width }: { x: number; y: number; height: number; color?: string; width?: number },
): string {
  let at = 0;
  const shapes = Array.from(text, (letter) => {
    const glyph = GLYPHS[letter];
    const shape = glyph ? `<path transform="translate(${at})" d="${glyph[1]}"/>` : '';
    at += (glyph?.[0] ?? 30) + 2;
    return shape;
  });
  const paint = width ? `fill="none" stroke="${color}" stroke-width="${width}" ` : color ? `fill="${color}" ` : '';
  return `<g ${paint}transform="translate(${short(x)} ${short(y)}) scale(${short(height / 100)})">${shapes.join('')}</g>`;
}
