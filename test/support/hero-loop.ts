import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Renders the video behind the hero into web/media. Every movement repeats a whole number of times, so the video loops
 * without a jump. Needs ffmpeg. Run it by hand: `node test/support/hero-loop.ts`.
 */
const WIDTH = 640;
const HEIGHT = 360;
const FPS = 24;
const FRAMES = FPS * 8;
const TURN = 2 * Math.PI;

/**
 * `x` is a share of the width. A beam swings around the angle `lean`, by the angle `swing` to each side. It swings
 * `turns` times in a loop.
 */
const BEAMS = [
  { x: 0.08, color: [255, 150, 64], lean: 0.5, swing: 0.3, turns: 1, phase: 0 },
  { x: 0.3, color: [255, 196, 120], lean: 0.14, swing: 0.34, turns: 2, phase: 1.3 },
  { x: 0.52, color: [230, 255, 63], lean: 0, swing: 0.42, turns: 1, phase: 2.2 },
  { x: 0.72, color: [255, 122, 89], lean: -0.16, swing: 0.34, turns: 2, phase: 4.1 },
  { x: 0.94, color: [255, 176, 92], lean: -0.5, swing: 0.28, turns: 1, phase: 5.2 },
] as const;

let seed = 7;
/** A fixed sequence of numbers from 0 to 1, so that every run draws the same crowd. */
function next(): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
}

interface Person {
  x: number;
  y: number;
  size: number;
  turns: number;
  phase: number;
  arm: number;
  shade: number;
}

function row(count: number, y: number, size: number, shade: number): Person[] {
  return Array.from({ length: count }, (_, at) => ({
    x: ((at + 0.2 + next() * 0.6) / count) * WIDTH,
    y: y + next() * 14,
    size: size * (0.85 + next() * 0.3),
    turns: next() > 0.4 ? 8 : 4,
    phase: next() * TURN,
    arm: next() > 0.62 ? (next() > 0.5 ? 1 : -1) : 0,
    shade,
  }));
}

const crowd = [...row(19, 166, 12, 0.34), ...row(13, 190, 18, 0.14), ...row(8, 226, 30, 0)];
/** The picture is dark from this row of pixels down, because text stands there. */
const GROUND = 262;

function smooth(distance: number, softness: number): number {
  return Math.min(1, Math.max(0, 0.5 - distance / softness));
}

function toSegment(px: number, py: number, [ax, ay, bx, by]: [number, number, number, number]): number {
  const along = Math.min(
    1,
    Math.max(0, ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)),
  );
  return Math.hypot(px - ax - along * (bx - ax), py - ay - along * (by - ay));
}

function covers(person: Person, px: number, py: number, time: number): number {
  const { x, size, arm, phase, turns } = person;
  const beat = Math.abs(Math.sin((TURN * time * turns) / 2 + phase));
  const y = person.y - beat * size * 0.28;
  const head = Math.hypot((px - x) * 1.12, py - y) - size * 0.62;
  const body = Math.hypot((px - x) / 1.45, (py - y - size * 2.1) / 1.5) - size * 1.04;
  const sway = Math.sin(TURN * time * 2 + phase) * size * 0.35;
  const hand = arm * size * 1.25 + sway;
  const elbow = [x + arm * size * 1.2, y + size * 1.3, x + hand, y - size * 1.7] as [number, number, number, number];
  const raised = arm === 0 ? size : toSegment(px, py, elbow) - size * 0.2;
  return smooth(Math.min(head, body, raised), size * 0.16 + 1.2);
}

function frame(time: number): Buffer {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  const beams = BEAMS.map((beam) => {
    const angle = beam.lean + beam.swing * Math.sin(TURN * time * beam.turns + beam.phase);
    const power = 0.75 + 0.25 * Math.sin(TURN * time * beam.turns * 2 + beam.phase * 2);
    return { color: beam.color, px: beam.x * WIDTH, angle, power };
  });
  for (let py = 0; py < HEIGHT; py++) {
    for (let px = 0; px < WIDTH; px++) {
      const haze =
        0.7 +
        0.18 * Math.sin(px * 0.017 + TURN * time + Math.sin(py * 0.021) * 1.6) +
        0.16 * Math.sin(py * 0.027 - TURN * time * 2 + Math.sin(px * 0.011) * 2.1);
      const glow = Math.exp(-(((py - 176) / 62) ** 2)) * haze;
      let red = 11 + 92 * glow;
      let green = 11 + 40 * glow;
      let blue = 13 + 14 * glow;
      for (const beam of beams) {
        const dx = px - beam.px;
        const dy = py + 26;
        const away = Math.hypot(dx, dy);
        const off = Math.atan2(dx, dy) - beam.angle;
        const inside = Math.exp(-(off * off) / 0.014) * 0.8 + Math.exp(-(off * off) / 0.0014) * 0.34;
        const light = (inside * haze * Math.exp(-away / 300) + 0.85 * Math.exp(-away / 17)) * beam.power;
        red += beam.color[0] * light;
        green += beam.color[1] * light;
        blue += beam.color[2] * light;
      }
      for (const person of py > 110 ? crowd : []) {
        if (Math.abs(px - person.x) > person.size * 2.2 || py < person.y - person.size * 2.6) continue;
        const share = covers(person, px, py, time);
        red += (11 + red * person.shade * 0.5 - red) * share;
        green += (11 + green * person.shade * 0.5 - green) * share;
        blue += (13 + blue * person.shade * 0.5 - blue) * share;
      }
      const dark = Math.min(1, Math.max(0, (py - GROUND + 40) / 40));
      red += (11 - red) * dark;
      green += (11 - green) * dark;
      blue += (13 - blue) * dark;
      const at = (py * WIDTH + px) * 3;
      pixels[at] = Math.min(255, red);
      pixels[at + 1] = Math.min(255, green);
      pixels[at + 2] = Math.min(255, blue);
    }
  }
  return pixels;
}

function ffmpeg(...args: string[]): void {
  const { status, stderr } = spawnSync('ffmpeg', ['-y', '-loglevel', 'error', ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

const raw = join(tmpdir(), 'vouch-hero.rgb');
writeFileSync(raw, Buffer.concat(Array.from({ length: FRAMES }, (_, at) => frame(at / FRAMES))));
const input = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${WIDTH}x${HEIGHT}`, '-r', String(FPS), '-i', raw];
const larger = ['-vf', 'scale=960:540:flags=lanczos', '-pix_fmt', 'yuv420p', '-an'];
ffmpeg(...input, ...larger, '-c:v', 'libvpx-vp9', '-b:v', '0', '-crf', '44', '-row-mt', '1', 'web/media/hero.webm');
ffmpeg(
  ...input,
  ...larger,
  '-c:v',
  'libx264',
  '-preset',
  'slow',
  '-crf',
  '31',
  '-movflags',
  '+faststart',
  'web/media/hero.mp4',
);
ffmpeg(...input, '-frames:v', '1', '-vf', 'scale=960:540:flags=lanczos', '-quality', '58', 'web/media/hero.webp');
