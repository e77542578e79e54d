import { numbersOf, styleOf } from '../../contract/nights/poster-print.ts';
import { beams, door, floor, lamp, mirrorBall, roof, sunrise, tunnel } from './prints/light.ts';
import { cassette, decks, headphones, meter, microphone, record, ridges, speakers } from './prints/sound.ts';
import { bridge, glass, skyline, stairs, stubs, subway, tiles } from './prints/town.ts';
import { date, echo, faces, halftone, hands, initial, moire, stacked, wall } from './prints/type.ts';
import { dots, type Print, type Sheet } from './sheet.ts';

/** `styleOf` chooses a print by its place in this list. */
const COMPOSITIONS: readonly Print[] = [
  lamp,
  initial,
  record,
  skyline,
  hands,
  floor,
  wall,
  decks,
  bridge,
  echo,
  mirrorBall,
  ridges,
  stairs,
  date,
  beams,
  headphones,
  subway,
  faces,
  door,
  speakers,
  tiles,
  stacked,
  roof,
  microphone,
  glass,
  halftone,
  tunnel,
  meter,
  stubs,
  moire,
  sunrise,
  cassette,
];

/** From this index of `INKS` on, the palettes are light. */
const FIRST_LIGHT = 8;
const INKS: readonly (readonly [ground: string, glow: string, main: string, light: string, dark: string])[] = [
  ['#240b06', '#8f2c10', '#ff7a59', '#ffe3b8', '#120503'],
  ['#111208', '#3c430c', '#e6ff3f', '#f4f1ea', '#0b0b0d'],
  ['#071a12', '#12603f', '#63e6a1', '#f4f1ea', '#030c08'],
  ['#0a1830', '#1b5896', '#7cc4ff', '#ffe9c7', '#050c18'],
  ['#211503', '#8d5a07', '#ffb52e', '#fff1cf', '#120b01'],
  ['#270a16', '#9a2450', '#ff7f9f', '#ffe6d6', '#14040b'],
  ['#05222a', '#0d6a74', '#ff7a59', '#c4f5e8', '#021217'],
  ['#22070a', '#b01822', '#ff5445', '#f4f1ea', '#120305'],
  ['#f4f1ea', '#e9d7ab', '#ff5a36', '#fffdf8', '#0b0b0d'],
  ['#e6ff3f', '#bfdc00', '#0f6b4a', '#fffdf0', '#0b0b0d'],
  ['#ff7a59', '#f1502c', '#ffd28a', '#fff6e6', '#230a04'],
  ['#bff3d8', '#86dbb4', '#f4511e', '#fffdf8', '#06231a'],
];

function readName(name: string): Pick<Sheet, 'words' | 'day'> {
  const [, title = '', day] = /^(.*?)(?:-\d{4}-\d{2}-(\d{2}))?(?:~\d+)?$/.exec(name) ?? [];
  const words = title
    .toUpperCase()
    .match(/[A-Z0-9]+/g)
    ?.slice(0, 8);
  return { words: words ?? ['VOUCH'], day: day && String(Number(day)) };
}

/** Draws a poster for a `viewBox` of 160 × 100: light, print, shade at the edges, and the paper's grain. */
export function posterShapes(name: string, [palette, print] = styleOf(name)): string {
  const n = numbersOf(`${name} ${print}`);
  const [ground, glow, main, light, dark] = INKS[palette]!;
  const inks = { ground, glow, main, light, dark };
  const grain = (color: string) =>
    dots(
      Array.from({ length: 40 }, () => [n(480) / 10, n(480) / 10, 0.2] as const),
      color,
      0.22,
    );
  const edge = palette < FIRST_LIGHT ? 0.36 : 0.14;
  return `<defs>
<linearGradient id="glow" x2=".35" y2="1"><stop stop-color="${ground}"/><stop offset="1" stop-color="${glow}"/></linearGradient>
<radialGradient id="shade" cy=".45" r=".75"><stop offset=".6" stop-color="${dark}" stop-opacity="0"/><stop offset="1" stop-color="${dark}" stop-opacity="${edge}"/></radialGradient>
<pattern id="grain" width="48" height="48" patternUnits="userSpaceOnUse">${grain(dark)}${grain(light)}</pattern>
</defs>
<path fill="url(#glow)" d="M0 0h160v100H0z"/>
${COMPOSITIONS[print]!({ inks, n, ...readName(name) })}
<path fill="url(#shade)" d="M0 0h160v100H0z"/><path fill="url(#grain)" d="M0 0h160v100H0z"/>`;
}

export const posterFile = (name: string, style = styleOf(name)) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400" viewBox="0 0 160 100" preserveAspectRatio="xMidYMid slice">${posterShapes(name, style)}</svg>`;
