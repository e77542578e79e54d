import { BRAND } from '../../contract/brand.ts';
import { eventDateParts } from '../../contract/event-time.ts';
import type { PreviewEvent } from '../../contract/preview-path.ts';
import { printOf } from '../../contract/poster-print.ts';
import { displayCity } from '../../contract/places.ts';
import { type Letters, linesOf, widthOf, writable, write } from './lettering.ts';
import { type Point, pointsOf, type Ring, strokeOf } from './outline.ts';
import { type Color, colorOf, fill, type Picture } from './picture.ts';

const WIDTH = 1200;
const HEIGHT = 630;
/** The poster's part; the stub with the words begins here. */
const TEAR = 600;
const MARGIN = 56;
const ROOM = WIDTH - TEAR - 2 * MARGIN;
const [INK, PAPER, MUTED, ACCENT] = ['#0b0b0d', '#f4f1ea', '#a39e93', '#e6ff3f'].map(colorOf) as [Color, Color, Color, Color];
/** The print is 160 × 100; its middle fills the poster's part. */
const SCALE = HEIGHT / 100;
const SHIFT = (TEAR - 160 * SCALE) / 2;

/** The preview image of a night, 1200 × 630: its poster, torn off at a stub with title, date and venue. */
export function drawPreview(letters: Letters, event: PreviewEvent): Picture {
  const picture: Picture = { width: WIDTH, height: HEIGHT, rgb: new Uint8Array(WIDTH * HEIGHT * 3) };
  drawPoster(picture, event.title);
  drawStub(picture, letters, event);
  return picture;
}

function drawPoster(picture: Picture, title: string): void {
  const { inks, marks } = printOf(title);
  const [event, glow] = [colorOf(inks[0]!), colorOf(inks[1]!)];
  for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel += 1) {
    const [x, y] = [pixel % WIDTH, Math.floor(pixel / WIDTH)];
    const at = Math.min(1, ((0.6 * (x - SHIFT)) / (160 * SCALE) + y / HEIGHT) / 1.36);
    for (const channel of [0, 1, 2] as const)
      picture.rgb[pixel * 3 + channel] = x < TEAR ? event[channel] + (glow[channel] - event[channel]) * at : INK[channel];
  }
  for (const [d, ink, tenths, line] of marks) {
    const points = pointsOf(d).map(([x, y]): Point => [x * SCALE + SHIFT, y * SCALE]);
    const rings: Ring[] = line ? strokeOf(points, { width: line * SCALE, closed: d.endsWith('z') }) : [points];
    fill(picture, rings, { color: colorOf(inks[ink]!), share: tenths / 10, until: TEAR });
  }
  for (let y = 9; y < HEIGHT; y += 18) fill(picture, [disc(TEAR, y, 5)], { color: INK, until: WIDTH });
}

function disc(x: number, y: number, r: number): Ring {
  return pointsOf(`M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`);
}

function drawStub(picture: Picture, letters: Letters, { title, start_at, venue }: PreviewEvent): void {
  const x = TEAR + MARGIN;
  const { weekday, month, day, time } = eventDateParts(start_at);
  write(picture, letters, { face: 'poster', text: BRAND.toLowerCase(), x, y: 92, scale: 0.46, color: PAPER });
  drawTitle(picture, letters, title);
  const said: [string, Color][] = [
    [`${weekday.slice(0, 3)}, ${month.slice(0, 3)} ${day} · ${time}`, ACCENT],
    [venue.name, PAPER],
    [displayCity(venue.city), MUTED],
  ];
  for (const [at, [text, color]] of said.entries()) {
    write(picture, letters, { face: 'text', text: shortened(letters, text), x, y: HEIGHT - 60 - (2 - at) * 46, color });
  }
}

/** As large as the title fits above the date, the last lines cut where even the smallest size is too large. */
function drawTitle(picture: Picture, letters: Letters, title: string): void {
  const face = letters.faces.poster;
  const text = writable(face, title.toUpperCase());
  const fits = (scale: number) => {
    const lines = linesOf(face, text, ROOM / scale);
    return lines.length * scale <= 2.85 && lines.every((line) => widthOf(face, line) * scale <= ROOM);
  };
  const scale = [1, 0.9, 0.8, 0.7, 0.6, 0.5].find(fits) ?? 0.5;
  const lines = linesOf(face, text, ROOM / scale).slice(0, 5);
  for (const [at, line] of lines.entries()) {
    write(picture, letters, { face: 'poster', text: line, x: TEAR + MARGIN, y: 150 + (at + 0.82) * 100 * scale, scale, color: PAPER });
  }
}

/** One line of text, cut with an ellipsis where it is too wide. */
function shortened({ faces: { text: face } }: Letters, given: string): string {
  let text = writable(face, given);
  if (widthOf(face, text) <= ROOM) return text;
  while (widthOf(face, `${text}…`) > ROOM) text = text.slice(0, -1).trimEnd();
  return `${text}…`;
}
