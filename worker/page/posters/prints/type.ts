import { crowd, person, PROFILE } from '../people.ts';
import { bar, box, disc, dots, fill, letters, line, moved, type Print, ring, times, widthOf } from '../sheet.ts';

const shareOf = (text: string, width: number, most: number) => Math.min(most, (width / widthOf(text)) * 100);

/** The title as a wall of type, from edge to edge. */
export const wall: Print = ({ inks, n, words }) => {
  const text = `${words.join(' ')} `;
  const wide = (widthOf(text) * 21) / 100;
  const row = letters(text, { x: 0, y: 0, height: 21 });
  const shift = n(30);
  return (
    `<defs><g id="row">${times(Math.min(6, Math.ceil(240 / wide) + 1), (at) => moved(at * wide, 0, 1, row))}</g></defs>` +
    times(4, (at) => {
      const paint =
        at === 2 ? `fill="none" stroke-width="3" stroke="${inks.main}"` : `fill="${at % 2 ? inks.light : inks.main}"`;
      return `<use href="#row" ${paint} x="${-(shift + ((at * 37) % 60))}" y="${3 + at * 24.5}"/>`;
    })
  );
};

/** The first letter, as high as the sheet, in front of a disc. */
export const initial: Print = ({ inks, n, words }) => {
  const letter = words[0]![0]!;
  const wide = widthOf(letter) * 1.12;
  const x = 80 - wide / 2;
  const [dx, dy] = [n(2) ? 26 : -26, 18 + n(16)];
  return (
    disc(80 + dx, dy + 12, 30, inks.main) +
    letters(letter, { x: x + 3, y: -3, height: 112, color: inks.dark }) +
    letters(letter, { x, y: -6, height: 112, color: inks.light }) +
    times(7, (at) => bar(`M-2 ${74 + at * 4}H162`, inks.main, 0.4 + at * 0.45, 0.9))
  );
};

/** The longest word, stacked. */
export const stacked: Print = ({ inks, n, words }) => {
  const word = words.reduce((longest, each) => (each.length > longest.length ? each : longest), '').slice(0, 12);
  const high = shareOf(word, 96, 30);
  const x = 80 - (widthOf(word) * high) / 200;
  const rows = Math.ceil(116 / (high + 2.4));
  const solid = n(rows - 2) + 1;
  return times(rows, (at) =>
    letters(word, {
      x,
      y: -6 + at * (high + 2.4),
      height: high,
      color: at === solid ? inks.light : inks.main,
      ...(at === solid ? {} : { width: 2.4 }),
    }),
  );
};

/** The day of the month, as on a wall calendar, or the first two letters of the title. Dancers stand in front. */
export const date: Print = (sheet) => {
  const { inks, n, words } = sheet;
  const text = sheet.day ?? words[0]!.slice(0, 2);
  const high = shareOf(text, 100, 84);
  const x = 80 - (widthOf(text) * high) / 200;
  return (
    box(0, 0, 160, 100, inks.main) +
    letters(text, { x: x + 1.6, y: 8, height: high, color: inks.dark }) +
    letters(text, { x, y: 6, height: high, color: inks.light }) +
    box(0, 94, 160, 6, inks.dark) +
    times(7, (at) =>
      person(
        (['moves', 'cheers', 'twirls', 'points', 'stands'] as const)[(at + n(3)) % 5]!,
        12 + at * 23,
        96,
        32 + n(10),
        inks.dark,
        at % 2 ? 1 : -1,
      ),
    )
  );
};

export const hands: Print = ({ inks, n }) => {
  const hand = (x: number, y: number, color: string, band: string | null, turn: number) =>
    moved(
      x,
      y,
      1,
      line('M0 70L0 20', color, 13) +
        fill('M-9 22Q-11 2-8-2H9Q11 8 8 22z', color) +
        line('M-6.5 0L-8-17M-1.2-2L-1.5-22M4-1L5.5-19', color, 4.4) +
        line('M7 10L14.5-3', color, 4.8) +
        (band ? bar('M-7.5 31H7.5', band, 7) + disc(-2, 31, 1.4, inks.dark) : ''),
      turn,
    );
  return (
    disc(80, 58, 42, inks.main) +
    times(3, (at) => ring(80, 58, 47 + at * 6, inks.main, 1.6 - at * 0.4)) +
    hand(18, 58 + n(8), inks.dark, null, -14) +
    hand(142, 60 + n(8), inks.dark, null, 12) +
    hand(46, 44 + n(6), inks.dark, null, -6) +
    hand(112, 46 + n(6), inks.dark, null, 8) +
    hand(79, 28, inks.light, inks.main === '#e6ff3f' ? inks.dark : '#e6ff3f', 2) +
    crowd(n, 86, 8, inks.dark)
  );
};

/** A dancer and the echoes of the movement. */
export const echo: Print = ({ inks, n }) => {
  const pose = (['moves', 'points', 'twirls', 'cheers'] as const)[n(4)]!;
  const side = n(2) ? 1 : -1;
  return (
    times(4, (at) =>
      person(pose, 80 - side * (44 - at * 13) + side * 8, 99, 82, at % 2 ? inks.light : inks.main, side),
    ) + person(pose, 80 + side * 16, 99, 84, inks.dark, side)
  );
};

export const faces: Print = ({ inks, n }) =>
  times(14, (at) => {
    const [c, s] = [Math.cos(at * 0.449), Math.sin(at * 0.449)];
    return bar(
      `M${(80 + 40 * c).toFixed(1)} ${(42 + 40 * s).toFixed(1)}l${(60 * c).toFixed(1)} ${(60 * s).toFixed(1)}`,
      inks.main,
      1.6,
    );
  }) +
  disc(80, 42, 35, inks.main) +
  moved(1, 12 + n(5), '.93', fill(`${PROFILE}V110H-40V100z`, inks.dark)) +
  moved(159, 12, '-.93 .93', fill(`${PROFILE}V110H-40V100z`, inks.light)) +
  line('M44 46a7 8 0 1 1 3 12', inks.main, 2.2) +
  line('M117 46a7 8 0 1 0-3 12', inks.dark, 2.2);

/** A moon made of the dots of a coarse print. */
export const halftone: Print = ({ inks, n }) => {
  const [x, y] = [68 + n(24), 46 + n(8)];
  const moon: [number, number, number][] = [];
  const sky: [number, number, number][] = [];
  for (let row = 0; row < 19; row++) {
    for (let at = 0; at < 30; at++) {
      const [dx, dy] = [at * 5.6 + (row % 2) * 2.8, row * 5.6];
      const far = Math.hypot(dx - x, dy - y);
      const lit = Math.hypot(dx - x - 15, dy - y + 13);
      if (far > 42) sky.push([dx, dy, 0.5 + Math.max(0, dy - 40) / 80]);
      else moon.push([dx, dy, Math.max(0.6, 3.3 - lit / 19)]);
    }
  }
  return (
    disc(x, y, 43, inks.dark, 0.6) + dots(sky, inks.main, 0.6) + dots(moon, inks.light) + crowd(n, 84, 7, inks.dark)
  );
};

/** Two sets of rings whose overlap makes a moiré pattern. */
export const moire: Print = ({ inks, n }) => {
  const apart = 14 + n(20);
  return (
    times(15, (at) => ring(80 - apart, 50, 3 + at * 6, inks.main, 2.6)) +
    times(15, (at) => ring(80 + apart, 50, 3 + at * 6, inks.light, 1.5)) +
    person('moves', 80, 92, 74, inks.dark)
  );
};
