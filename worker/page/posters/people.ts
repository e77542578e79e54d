import { disc, fill, line, moved, times } from './sheet.ts';

/** The parts of a figure that is 100 high and stands on 0, 0. */
interface Pose {
  head: [x: number, y: number];
  body: string;
  arms: string;
  legs: string;
  skirt?: string;
}

const TORSO = 'M-12-73Q0-78 12-73L9-44Q0-41-9-44z';

const POSES = {
  stands: {
    head: [0, -91],
    body: TORSO,
    arms: 'M-13-71L-18-55-16-40M13-71L18-56 15-42',
    legs: 'M-5-44L-7-22-7-4M5-44L7-22 8-4',
  },
  waits: {
    head: [2, -91],
    body: TORSO,
    arms: 'M-13-71L-17-56-4-50M13-71L18-56 4-49',
    legs: 'M-5-44L-6-22-9-4M5-44L9-24 6-4',
  },
  cheers: {
    head: [0, -90],
    body: TORSO,
    arms: 'M-13-71L-22-86-18-106M13-71L23-85 20-107',
    legs: 'M-5-44L-10-24-9-4M5-44L10-24 12-4',
  },
  moves: {
    head: [5, -91],
    body: 'M-9-75Q4-79 16-71L9-43Q-1-40-9-45z',
    arms: 'M-10-73L-24-80-33-98M15-70L28-62 36-76',
    legs: 'M-5-44L-15-26-9-4M5-44L20-30 16-5',
  },
  points: {
    head: [-4, -91],
    body: 'M-15-72Q-3-79 10-74L9-44Q0-41-9-44z',
    arms: 'M-14-70L-27-60-19-46M9-72L20-88 31-108',
    legs: 'M-5-44L-8-23-17-4M5-44L14-26 12-4',
  },
  twirls: {
    head: [3, -91],
    body: 'M-10-74Q2-78 13-73L7-48Q-1-46-7-48z',
    arms: 'M-11-72L-26-80-20-98M13-71L30-70 42-80',
    legs: 'M-4-30L-12-4M5-30L16-18 27-14',
    skirt: 'M-7-50L8-50Q15-38 27-28Q2-18-22-27Q-11-38-7-50z',
  },
} satisfies Record<string, Pose>;

export type PoseName = keyof typeof POSES;

/** A figure whose feet stand at `x`, `y`. A negative `turn` mirrors it. */
export function person(pose: PoseName, x: number, y: number, height: number, color: string, turn = 1): string {
  const { head, body, arms, legs, skirt }: Pose = POSES[pose];
  const parts =
    disc(head[0], head[1], 8.4, color) +
    line(`M${head[0] * 0.6}-80v8`, color, 6) +
    fill(body, color) +
    line(arms, color, 7) +
    line(legs, color, 9.5) +
    (skirt ? fill(skirt, color) : '');
  const scale = Math.round(height) / 100;
  return moved(x, y, `${turn * scale} ${scale}`, parts);
}

/** Heads and shoulders from edge to edge, some with their hands up, from `y` downwards. */
export function crowd(n: (max: number) => number, y: number, size: number, color: string): string {
  const step = size * 1.9;
  return times(Math.ceil(170 / step) + 1, (at) => {
    const [x, top] = [at * step - 4 + n(4), y + n(Math.ceil(size))];
    const [r, shoulder] = [size * 0.52, top + size * 0.9];
    const body = `M${x - size} 102V${shoulder + size * 0.6}Q${x - size} ${shoulder} ${x - size * 0.3} ${shoulder}H${
      x + size * 0.3
    }Q${x + size} ${shoulder} ${x + size} ${shoulder + size * 0.6}V102z`;
    const side = n(2) ? 1 : -1;
    const hand = n(5) < 2 ? line(arm(x, shoulder, size, side), color, size * 0.34) : '';
    const both = n(7) === 0 ? line(arm(x, shoulder, size, -side), color, size * 0.34) : '';
    return disc(x, top + r * 0.6, r, color) + fill(body, color) + hand + both;
  });
}

const arm = (x: number, shoulder: number, size: number, side: number) =>
  `M${x + side * size * 0.8} ${shoulder + size * 0.5}L${x + side * size * 1.15} ${shoulder - size * 0.7}L${
    x + side * size * 0.85
  } ${shoulder - size * 1.9}`;

/** A head in profile that looks to the right, 100 high. */
export const PROFILE =
  'M22 100C24 90 23 84 18 77C8 66 4 54 6 38C9 16 26 3 46 4C64 5 74 17 75 32C75 37 73 40 74 43L83 57C85 60 84 62 81 63L77 64' +
  'L78 69C78 71 77 72 75 72.5C77 74 77.5 76 76 78.500C75 80 75 81 75.5 84C76 89 72 92 66 91L58 90C55 91 55 95 56 100z';
