import { person } from '../people.ts';
import { bar, box, dashed, disc, fill, line, moved, type Print, ring, times } from '../sheet.ts';

export const skyline: Print = ({ inks, n }) => {
  const house = (x: number, width: number, top: number) =>
    box(x, top, width, 100 - top, inks.dark) +
    times(Math.floor((96 - top) / 7), (row) =>
      times(Math.floor((width - 3) / 5), (at) =>
        n(5) < 2 ? box(x + 3 + at * 5, top + 5 + row * 7, 2.6, 3.8, n(4) ? inks.main : inks.light) : '',
      ),
    );
  return (
    disc(48 + n(60), 34, 23, inks.light) +
    times(7, (at) => box(at * 24 - 4 + n(5), 52 - n(20), 22, 60, inks.glow)) +
    house(-2, 24, 60) +
    house(24, 19, 42 - n(12)) +
    house(45, 26, 56) +
    house(73, 17, 34) +
    house(92, 25, 62 - n(10)) +
    house(119, 20, 45) +
    house(141, 24, 58) +
    fill('M50 43h16v-12h-16zM49 31L58 24L67 31z', inks.dark) +
    bar('M51 42V58M65 42V58M51 56L65 44', inks.dark, 1.2) +
    bar('M81 34V14', inks.dark, 1)
  );
};

export const bridge: Print = ({ inks, n }) => {
  const x = 96 + n(16);
  return (
    disc(40 + n(14), 34, 16, inks.light) +
    fill(`M${x - 15} 100V12Q${x} 4 ${x + 15} 12V100z`, inks.dark) +
    fill(
      `M${x - 9} 72V34Q${x - 9} 24 ${x - 5} 20Q${x - 1} 24 ${x - 1} 34V72zM${x + 1} 72V34Q${x + 1} 24 ${x + 5} 20Q${x + 9} 24 ${x + 9} 34V72z`,
      inks.main,
    ) +
    times(22, (at) => bar(`M${x} 13L${x - 8 - at * 7} 78M${x} 13L${x + 8 + at * 6} 78`, inks.main, 0.55, 0.9)) +
    line(`M-6 58Q${x - 40} 56 ${x} 12Q${x + 30} 50 170 54`, inks.light, 1.8) +
    fill('M0 76H160V84H0z', inks.dark) +
    times(20, (at) => disc(4 + at * 8, 75, 1, inks.light)) +
    times(6, (at) => bar(`M${n(60)} ${88 + at * 2.4}h${30 + n(60)}`, inks.main, 0.9, 0.8)) +
    person('waits', 30, 77, 17, inks.dark) +
    person('stands', 37, 77, 18, inks.dark)
  );
};

export const subway: Print = ({ inks, n }) => {
  const lines = [
    `M-6 ${22 + n(12)}H38L80 64H166`,
    `M${26 + n(10)} -6V40L${66 + n(8)} 82V106`,
    'M-6 82H48L98 32H166',
    `M${118 + n(8)} -6V54L92 80V106`,
  ];
  return (
    lines.map((d, at) => line(d, inks.dark, 11) + line(d, at % 2 ? inks.light : inks.main, 7)).join('') +
    disc(80, 50, 15, inks.dark) +
    disc(80, 50, 11, inks.light) +
    fill('M74 44l12 6-12 6z', inks.dark)
  );
};

export const stairs: Print = ({ inks, n }) =>
  times(9, (at) => {
    const half = 76 - at * 7.4;
    const y = 100 - at * 7.2;
    return (
      box(80 - half, y - 7.2, half * 2, 8, at % 2 ? inks.main : inks.dark) +
      box(80 - half, y - 7.2, half * 2, 1.2, inks.light, 0.8)
    );
  }) +
  fill('M64 36V14Q64 4 80 4T96 14V36z', inks.light) +
  fill('M-2 100L64 36V0H-2zM162 100L96 36V0H162z', inks.dark, 0.82) +
  line('M-2 70L62 22M162 70L98 22', inks.main, 1.6) +
  person(n(2) ? 'stands' : 'waits', 74, 40, 27, inks.dark) +
  person('stands', 84, 40, 28, inks.dark, -1) +
  person('moves', 92, 64, 40, inks.dark);

/** A point on the floor, drawn in perspective: the lines of the floor meet in the distance. */
const point = (y: number, x: number) => `${(80 + (x * (y - 14)) / 4.4).toFixed(1)} ${y.toFixed(1)}`;

export const tiles: Print = ({ inks, n }) =>
  disc(80, 40, 38, inks.main, 0.4) +
  disc(80, 40, 29, inks.light) +
  box(0, 45, 160, 55, inks.dark) +
  times(6, (row) => {
    const [top, bottom] = [44 + row * row * 1.7 + row, 44 + (row + 1) ** 2 * 1.7 + row + 1];
    return times(10, (column) => {
      const x = (column - 5) * 2;
      const lit = (row + column) % 2 ? n(4) : n(2) + 4;
      const color = lit === 0 ? inks.light : lit < 4 ? inks.main : inks.dark;
      return fill(
        `M${point(top, x)}L${point(top, x + 2)}L${point(bottom, x + 2)}L${point(bottom, x)}z`,
        color,
        lit === 0 ? 1 : 0.85,
      );
    });
  }) +
  person('twirls', 50, 84, 66, inks.dark) +
  person('cheers', 80, 78, 62, inks.dark) +
  person('points', 112, 86, 68, inks.dark);

export const glass: Print = ({ inks, n }) =>
  disc(52 + n(10), 36, 32, inks.main) +
  fill('M84 46L160 78V100H74z', inks.main, 0.3) +
  line('M80 58V90', inks.light, 2.6) +
  fill('M62 94Q80 86 98 94z', inks.light) +
  fill('M44 16H116L80 60z', inks.dark) +
  fill('M53 25H107L80 58z', inks.light) +
  fill('M80 25H107L80 58z', inks.main, 0.6) +
  line('M44 16H116L80 60z', inks.light, 1.8) +
  line(`M${66 + n(6)} 46L110 4`, inks.light, 1.4) +
  disc(86, 27, 6.4, inks.dark) +
  disc(84.2, 25.6, 1.8, inks.main) +
  times(5, (at) => ring(118 + n(26), 20 + at * 14, 1.4 + n(3), inks.light, 0.8)) +
  bar('M0 95H160', inks.light, 0.8);

export const stubs: Print = ({ inks, n }) =>
  times(5, (at) =>
    moved(
      [34, 122, 46, 112, 80][at]!,
      [26, 30, 78, 74, 50][at]!,
      1,
      fill(
        'M-36-19H10A4 4 0 0 0 18-19H36V19H18A4 4 0 0 0 10 19H-36z',
        [inks.main, inks.light, inks.light, inks.dark, inks.main][at]!,
      ) +
        dashed(bar('M14-13V13', inks.ground, 1.2), '2 2.4') +
        disc(26, 0, 4.5, inks.ground) +
        times(3, (row) => bar(`M-30 ${row * 8 - 8}H${-6 + n(14)}`, at === 3 ? inks.main : inks.dark, row ? 2 : 6)),
      [-24, 18, 12, -16, -4][at]! + n(10) - 5,
    ),
  );
