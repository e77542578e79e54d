/** The number of compositions and of palettes that a poster can have. */
export const PRINTS = 32;
export const PALETTES = 12;

/** Increase this number when the drawing changes, so that every poster gets a new address. */
const DRAWING = 1;

/**
 * Returns a generator of numbers that depends only on the name. Each call returns the next whole number below `max`.
 */
export function numbersOf(name: string): (max: number) => number {
  let state = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) state = Math.imul(state ^ name.charCodeAt(at), 0x01000193) >>> 0;
  return (max) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * max);
  };
}

/** Returns the numbers of the palette and of the composition of a poster. */
export function styleOf(name: string): readonly [palette: number, print: number] {
  const n = numbersOf(name);
  return [n(PALETTES), n(PRINTS)];
}

/**
 * Returns the path of a poster. Its name is the slug of an event or a venue, with `~` and a number if it has to differ
 * from its neighbors.
 */
export const posterPath = (name: string) => `/posters/${DRAWING}/${encodeURIComponent(name)}.svg`;
