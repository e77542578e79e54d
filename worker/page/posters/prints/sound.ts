import { PROFILE, person } from '../people.ts';
import { bar, box, dashed, disc, fill, line, moved, type Print, ring, times } from '../sheet.ts';

export const record: Print = ({ inks, n }) => {
  const x = 66 + n(20);
  return (
    disc(x, 54, 50, inks.dark) +
    times(9, (at) => ring(x, 54, 47 - at * 3, inks.main, at % 3 ? 0.4 : 0.9, 0.6)) +
    fill(`M${x} 54L${x + 38} 22A50 50 0 0 1 ${x + 48} 42z`, inks.light, 0.35) +
    fill(`M${x} 54L${x - 38} 86A50 50 0 0 1 ${x - 48} 66z`, inks.light, 0.35) +
    disc(x, 54, 18, inks.main) +
    ring(x, 54, 14, inks.light, 0.8) +
    disc(x, 54, 8, inks.light) +
    disc(x, 54, 1.8, inks.dark) +
    line(`M${x + 62} 8V42L${x + 37} 76`, inks.light, 2.6) +
    disc(x + 62, 10, 6, inks.light) +
    moved(x + 36, 77, 1, fill('M-4-5H4V7H-4z', inks.light), 36)
  );
};

export const decks: Print = ({ inks, n }) =>
  times(6, (at) => ring(80, 42, 22 + at * 13, inks.main, 5.5, 0.75 - at * 0.11)) +
  disc(80, 42, 24, inks.light) +
  disc(80, 30, 9.5, inks.dark) +
  line('M69.5 30a10.5 10.5 0 0 1 21 0', inks.main, 2.6) +
  box(66.5, 26, 5, 10, inks.main) +
  box(88.5, 26, 5, 10, inks.main) +
  fill('M58 78C58 52 66 46 80 46S102 52 102 78z', inks.dark) +
  line(n(2) ? 'M62 58L48 62 52 78M98 58L112 44 108 22' : 'M62 58L46 66 50 80M98 58L112 66 108 78', inks.dark, 6.5) +
  fill('M8 76H152L160 100H0z', inks.dark) +
  times(2, (at) => {
    const x = at ? 118 : 42;
    return `<ellipse cx="${x}" cy="86" rx="25" ry="7.5" fill="${inks.main}"/><ellipse cx="${x}" cy="86" rx="19" ry="5.4" fill="none" stroke="${inks.dark}"/><ellipse cx="${x}" cy="86" rx="8" ry="2.4" fill="${inks.light}"/>`;
  }) +
  times(4, (at) => bar(`M${73 + at * 5} 82v11`, inks.main, 1) + box(71.5 + at * 5, 83 + n(7), 3, 2.4, inks.light));

export const headphones: Print = ({ inks, n }) =>
  times(7, (at) => ring(70, 40, 18 + at * 11, at % 2 ? inks.light : inks.main, 2.6, 0.9 - at * 0.1)) +
  moved(34, 8, '.95', fill(`${PROFILE}V108H10z`, inks.dark)) +
  fill('M56 102C58 92 54 88 46 88C26 90 18 96 14 102z', inks.dark) +
  disc(70, 44, 12, inks.main) +
  disc(70, 44, 7.5, inks.light) +
  line('M68 33C66 18 70 10 79 7', inks.main, 4.5) +
  times(5, (at) => bar(`M${116 + at * 9} ${50 - 6 - n(26)}V${50 + 6 + n(26)}`, inks.light, 4));

export const speakers: Print = ({ inks, n }) =>
  times(5, (at) => {
    const x = at * 33 - 3;
    const low = (at + n(2)) % 2;
    const cone = (y: number, r: number) =>
      disc(x + 15.5, y, r, inks.main) +
      ring(x + 15.5, y, r * 0.72, inks.dark, r * 0.12) +
      disc(x + 15.5, y, r * 0.4, inks.dark) +
      disc(x + 13.5, y - r * 0.1, r * 0.14, inks.light);
    return (
      box(x, 2, 31, 47, inks.dark) +
      box(x, 51, 31, 47, inks.dark) +
      ring(x + 15.5, low ? 33 : 19, 14.2, inks.glow, 1) +
      cone(low ? 33 : 19, 12.8) +
      cone(low ? 11 : 40, 5.4) +
      cone(67, 12.8) +
      (n(3) ? cone(88, 5.4) : box(x + 5, 84, 21, 8, inks.light))
    );
  });

/** Lines of sound, one behind the other. */
export const ridges: Print = ({ inks, n }) => {
  const middle = 62 + n(36);
  return (
    box(0, 0, 160, 100, inks.dark) +
    times(13, (row) => {
      const y = 30 + row * 5.8;
      const points = Array.from({ length: 45 }, (_, at) => {
        const x = at * 3.8 - 4;
        const near = Math.exp(-(((x - middle) / 26) ** 2));
        return `${Math.round(x)} ${(y - near * (3 + n(20)) - n(2)).toFixed(1)}`;
      });
      const d = `M${points.join('L')}`;
      return fill(`${d}V104H-4z`, inks.dark) + line(d, row % 4 === 2 ? inks.main : inks.light, 1.1);
    })
  );
};

export const microphone: Print = ({ inks, n }) => {
  const turn = -24 + n(48);
  return (
    times(12, (at) =>
      moved(
        80,
        40,
        1,
        fill('M-4-26L-13-150H13L4-26z', at % 2 ? inks.main : inks.light, at % 2 ? 0.75 : 0.4),
        at * 30 + turn / 3,
      ),
    ) +
    moved(
      80,
      40,
      1,
      fill('M-10 16H10L6 90H-6z', inks.dark) +
        box(-12, 12, 24, 5, inks.light) +
        disc(0, 0, 17, inks.dark) +
        times(5, (at) => bar(`M-16 ${at * 6 - 12}H16M${at * 6 - 12}-16V16`, inks.main, 1)) +
        ring(0, 0, 17, inks.light, 2.4) +
        box(-2, 26, 4, 8, inks.main),
      turn,
    )
  );
};

/** A meter of many small lamps. */
export const meter: Print = ({ inks, n }) =>
  times(14, (at) => {
    const [x, high] = [8.3 + at * 11, 3 + n(11)];
    const lamps = (from: number, to: number, color: string, share: number) =>
      to > from ? dashed(bar(`M${x} ${96 - from * 6.4}V${97.8 - to * 6.4}`, color, 8.6, share), '4.6 1.8') : '';
    return lamps(0, 14, inks.main, 0.14) + lamps(0, Math.min(high, 10), inks.main, 1) + lamps(10, high, inks.light, 1);
  });

export const cassette: Print = ({ inks, n }) =>
  moved(
    80,
    50,
    1,
    fill('M-56-34Q-56-38-52-38H52Q56-38 56-34V34Q56 38 52 38H-52Q-56 38-56 34z', inks.dark) +
      fill('M-49-31H49V16H-49z', inks.light) +
      box(-49, -14, 98, 4, inks.main) +
      box(-49, -8, 98, 4, inks.main) +
      box(-49, -2, 98, 18, inks.main) +
      fill('M-30-9H30Q36-9 36-1T30 7H-30Q-36 7-36-1T-30-9z', inks.dark) +
      times(2, (at) => {
        const x = at ? 22 : -22;
        return (
          disc(x, -1, 7, inks.light) +
          disc(x, -1, 3.4, inks.dark) +
          times(6, (tooth) => moved(x, -1, 1, box(-0.8, -6.4, 1.6, 3.4, inks.dark), tooth * 60 + n(20)))
        );
      }) +
      fill('M-34 38L-28 22H28L34 38z', inks.main, 0.6) +
      bar('M-42-24H28', inks.dark, 1.4) +
      bar('M-42-19H8', inks.dark, 1.4) +
      line(`M-22 38C-22 62 ${20 + n(30)} 40 ${30 + n(30)} 70`, inks.light, 1.6),
    -14 + n(28),
  ) + person('moves', 142, 98, 30, inks.dark);
