import { crowd, person } from '../people.ts';
import { bar, box, disc, fill, line, type Print, times } from '../sheet.ts';

export const lamp: Print = ({ inks, n }) => {
  const lit = n(2) ? 'moves' : 'twirls';
  return (
    fill('M80 19L18 100H142z', inks.main, 0.55) +
    fill('M80 19L46 100H114z', inks.light, 0.55) +
    box(0, 93, 160, 7, inks.dark) +
    line('M128 94V22Q128 10 112 10H94', inks.dark, 3) +
    fill('M68 20Q70 9 80 9T92 20z', inks.dark) +
    fill('M72 20H88Q80 26 72 20z', inks.light) +
    person('stands', 57, 94, 46, inks.dark) +
    person('waits', 71, 94, 43, inks.dark, -1) +
    person(lit, 92, 94, 46, inks.dark) +
    times(4, (at) => person(at % 2 ? 'waits' : 'stands', 6 + at * 11, 94, 40 + n(6), inks.dark))
  );
};

/** A crowd in front of a round stage light with rays. */
export const floor: Print = ({ inks, n }) => {
  const x = 62 + n(36);
  return (
    times(16, (at) => {
      const turn = (at * Math.PI) / 8 + 0.1;
      const [c, s] = [Math.cos(turn), Math.sin(turn)];
      const end = (spread: number) =>
        `${Math.round(x + 190 * Math.cos(turn + spread))} ${Math.round(52 + 190 * Math.sin(turn + spread))}`;
      return fill(`M${Math.round(x + c * 20)} ${Math.round(52 + s * 20)}L${end(-0.09)}L${end(0.09)}z`, inks.main, 0.35);
    }) +
    disc(x, 52, 33, inks.main) +
    disc(x, 52, 24, inks.light) +
    crowd(n, 66, 11, inks.dark)
  );
};

export const beams: Print = ({ inks, n }) =>
  times(6, (at) => {
    const from = 20 + at * 24;
    const to = 160 - from + (n(60) - 30);
    return fill(`M${from - 2} 8L${to - 20} 100H${to + 18}L${from + 2} 8z`, at % 2 ? inks.light : inks.main, 0.42);
  }) +
  box(0, 3, 160, 4, inks.dark) +
  times(6, (at) => fill(`M${15 + at * 24} 4h10l-2 8h-6z`, inks.dark) + disc(20 + at * 24, 12, 2.6, inks.light)) +
  crowd(n, 72, 8, inks.dark);

export const mirrorBall: Print = ({ inks, n }) => {
  const [x, y, r] = [80, 37, 27];
  const rows = 9;
  const tiles = times(rows, (row) => {
    const top = y - r + (row * 2 * r) / rows;
    const half = Math.sqrt(Math.max(0, r * r - (top + r / rows - y) ** 2));
    const count = Math.max(3, Math.round(half / 2.6));
    return times(count, (at) => {
      const left = x - half * Math.cos((at * Math.PI) / count);
      const right = x - half * Math.cos(((at + 1) * Math.PI) / count);
      const shine = n(10) - Math.abs(at - count * 0.35) - Math.abs(row - 3);
      const color = shine > 3 ? inks.light : inks.main;
      return box(
        left + 0.3,
        top + 0.3,
        Math.max(0.4, right - left - 0.6),
        (2 * r) / rows - 0.6,
        color,
        shine > 3 ? 1 : 0.25 + n(7) / 10,
      );
    });
  });
  return (
    times(46, () => {
      const [fx, fy] = [n(160), n(92)];
      return fill(`M${fx} ${fy}l${2 + n(3)}-1l1 ${2 + n(2)}l-4 1z`, n(3) ? inks.main : inks.light, 0.35 + n(4) / 10);
    }) +
    bar(`M${x} -2V12`, inks.light, 1) +
    disc(x, y, r + 1, inks.dark) +
    tiles +
    fill('M95 19l2 6 6 2-6 2-2 6-2-6-6-2 6-2z', inks.light) +
    box(0, 95, 160, 5, inks.dark) +
    person('moves', 66, 96, 42, inks.dark) +
    person('twirls', 94, 96, 40, inks.dark, -1)
  );
};

export const door: Print = ({ inks, n }) =>
  box(0, 0, 160, 100, inks.dark, 0.85) +
  fill('M60 74H100L146 100H14z', inks.main, 0.7) +
  box(58, 12, 44, 63, inks.main) +
  box(62, 16, 36, 59, inks.light) +
  fill('M62 16L47 22V84L62 75z', inks.dark) +
  disc(50.5, 53, 1.2, inks.main) +
  fill('M70 75H90L104 100H74z', inks.dark, 0.6) +
  person(n(2) ? 'stands' : 'points', 80, 76, 46, inks.dark) +
  disc(80, 5.5, 2.6, inks.light) +
  times(9, (at) =>
    bar(
      `M${at % 2 ? -6 : -14} ${6 + at * 11}H${at < 7 ? 45 : 20}M${116 + (at % 2) * 8} ${6 + at * 11}H170`,
      inks.main,
      0.4,
      0.35,
    ),
  );

export const roof: Print = ({ inks, n }) => {
  const lamps = (y: number, sag: number) =>
    line(`M-4 ${y}Q40 ${y + sag} 80 ${y + 3}T164 ${y - 4}`, inks.dark, 0.9) +
    times(13, (at) => {
      const share = at / 12;
      const drop = Math.sin(share * Math.PI * 2) * sag * 0.28 + (share < 0.5 ? sag * 0.22 : 0);
      return disc(3 + at * 13, y + drop + 4, 5.5, inks.light, 0.22) + disc(3 + at * 13, y + drop + 4, 2.3, inks.light);
    });
  return (
    disc(110 + n(16), 30, 15, inks.main) +
    lamps(12, 16) +
    lamps(28, 14) +
    fill('M0 72h18v-12h8v-10h10v10h6v14h20V66h14v10h30V58h12v-8h10v8h8v14h24V100H0z', inks.glow) +
    box(0, 84, 160, 16, inks.dark) +
    times(8, (at) =>
      person(
        (['stands', 'moves', 'cheers', 'waits', 'twirls', 'points', 'waits', 'cheers'] as const)[(at + n(2)) % 8]!,
        14 + at * 19,
        88,
        35 + n(6),
        inks.dark,
        at % 2 ? -1 : 1,
      ),
    )
  );
};

export const tunnel: Print = ({ inks, n }) => {
  const x = 72 + n(16);
  return (
    times(7, (at) => {
      const half = [110, 80, 58, 41, 29, 20, 13][at]!;
      const top = 58 - half * 0.72;
      const across = x + (80 - x) * (1 - at / 6);
      return box(across - half, top, half * 2, half * 1.5, at % 2 ? inks.main : inks.dark, at === 6 ? 0 : 1);
    }) +
    box(x - 13, 48.6, 26, 20, inks.light) +
    fill(`M${x - 13} 68H${x + 13}L${x + 46} 100H${x - 46}z`, inks.light, 0.5) +
    fill(`M${x - 3} 76H${x + 3}L${x + 12} 100H${x - 12}z`, inks.dark, 0.5) +
    person('stands', x, 78, 28, inks.dark)
  );
};

export const sunrise: Print = ({ inks, n }) =>
  disc(80, 52, 47, inks.main, 0.35) +
  disc(80, 52, 39, inks.main) +
  disc(80, 52, 28, inks.light) +
  times(4, (at) => {
    const [y, x] = [22 + at * 9 + n(4), 20 + n(70)];
    return fill(`M${x} ${y}q14-5 26-1q10-3 20 1z`, inks.ground, 0.85);
  }) +
  box(0, 78, 160, 22, inks.dark) +
  times(7, (at) => {
    const half = 44 - at * 5;
    return bar(`M${80 - half + n(10)} ${81 + at * 2.8}h${half * 1.7}`, at % 2 ? inks.main : inks.light, 1.1, 0.85);
  }) +
  person('stands', 58, 79, 40, inks.dark) +
  person('waits', 68, 79, 37, inks.dark, -1) +
  person('cheers', 92, 79, 39, inks.dark) +
  person('twirls', 108, 79, 38, inks.dark, n(2) ? 1 : -1);
