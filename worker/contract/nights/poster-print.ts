/** The four colors of each print: background, glow, first and second ink. */
const INKS = [
  ['#260d05', '#b23c14', '#ff7a59', '#ffd9a0'],
  ['#06150f', '#0f5a3c', '#63e6a1', '#f4f1ea'],
  ['#13150a', '#56620f', '#e6ff3f', '#f4f1ea'],
  ['#1d060b', '#8c1730', '#ff5a68', '#ffd0b0'],
  ['#060e1d', '#124a86', '#6bbcff', '#f4f1ea'],
  ['#1a1003', '#8a5a06', '#ffc24b', '#fff1cf'],
  ['#1b0a12', '#7a2346', '#ff9ab8', '#e6ff3f'],
  ['#03171a', '#0c6066', '#59dccf', '#ff7a59'],
] as const;

/** A path, its ink (2 or 3), its opacity in tenths, and its line width if it is not filled. */
export type Mark = [d: string, ink: 2 | 3, tenths: number, line?: number];

const disc = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${r * 2} 0a${r} ${r} 0 1 0 ${r * -2} 0z`;
const times = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at));

/** The possible compositions of a poster. `n(max)` returns the title's next number below `max`. */
const PRINTS: ((n: (max: number) => number) => Mark[])[] = [
  (n) => [
    [disc(30 + n(100), 30 + n(20), 16 + n(18)), 3, 10],
    [`M0 100${times(11, (at) => `V${48 + n(40)}H${(at + 1) * 15}`).join('')}V100z`, 2, 7],
  ],
  (n) => ((x, y) => times(6, (at): Mark => [disc(x, y, 12 + at * 19), at % 2 ? 3 : 2, 9 - at, 8]))(n(160), 40 + n(60)),
  (n) =>
    times(5, (at): Mark =>
      ((x, to) => [`M${x} -4L${to - 16} 104H${to + 16}z`, at % 2 ? 3 : 2, 4 + n(4)])(20 + at * 30, n(160)),
    ),
  () => times(8, (at): Mark => [`M${at % 2 ? 4 : 11} ${14 + at * 11}H170`, at > 4 ? 3 : 2, 9, 1.5 + at * 1.3]),
  (n) => times(13, (at): Mark => [`M${10 + at * 12} 104v-${18 + n(66)}`, at % 4 ? 2 : 3, 9, 7]),
  (n) =>
    ((x) =>
      [
        [disc(x, 52, 44), 2, 9],
        ...times(4, (at): Mark => [disc(x, 52, 38 - at * 6), 3, 3, 0.7]),
        [disc(x, 52, 12), 3, 10],
      ] as Mark[])(50 + n(60)),
  (n) =>
    times(5, (at): Mark =>
      ((y, bend) => [
        `M0 ${y}C40 ${y - bend} 60 ${y - bend} 85 ${y}S130 ${y + bend} 160 ${y}V104H0z`,
        at % 2 ? 3 : 2,
        3 + at,
      ])(26 + at * 16, 8 + n(16)),
    ),
  (n) => times(3, (at): Mark => [disc(36 + at * 42, 34 + n(34), 20 + n(20)), at === 1 ? 3 : 2, 8]),
];

/**
 * Returns a generator of numbers that depends only on the title. Each call returns the next whole number below `max`.
 */
function numbersOf(title: string): (max: number) => number {
  let state = 0x811c9dc5;
  for (let at = 0; at < title.length; at++) state = Math.imul(state ^ title.charCodeAt(at), 0x01000193) >>> 0;
  return (max) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * max);
  };
}

/**
 * Returns the print for a title: its four colors (background, glow, first and second ink) and its shapes on a sheet of
 * 160 × 100. The same title always gives the same print.
 */
export function printOf(title: string): { inks: readonly string[]; marks: readonly Mark[] } {
  const n = numbersOf(title);
  const inks = INKS[n(INKS.length)]!;
  return { inks, marks: PRINTS[n(PRINTS.length)]!(n) };
}

/** Returns the index of the colors and of the composition of a title's print. */
export function styleOf(title: string): readonly [number, number] {
  const n = numbersOf(title);
  return [n(INKS.length), n(PRINTS.length)];
}
