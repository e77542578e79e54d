export const PRINTS = 32;
export const PALETTES = 12;

/** Increase this number when posters are drawn differently, so that every poster gets a new address. */
const DRAWING = 1;

/** Returns a source of numbers that depend only on `name`. Each call returns the next whole number below `max`. */
export function numbersOf(name: string): (max: number) => number {
  let state = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) state = Math.imul(state ^ name.charCodeAt(at), 0x01000193) >>> 0;
  return (max) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * max);
  };
}

export function styleOf(name: string): readonly [palette: number, print: number] {
  const n = numbersOf(name);
  return [n(PALETTES), n(PRINTS)];
}

/** `name` is a slug, with `~` and a number if the poster has to differ from its neighbors. */
export const posterPath = (name: string) => `/posters/${DRAWING}/${encodeURIComponent(name)}.svg`;
