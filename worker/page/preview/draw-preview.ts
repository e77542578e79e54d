import { initSync, type MeasuredTextRun, Renderer, type TextNode } from '@takumi-rs/wasm';
import wasm from '@takumi-rs/wasm/auto';
import { BRAND } from '../../contract/text/brand.ts';
import { eventDateParts } from '../../contract/time/event-time.ts';
import { displayCity } from '../../contract/nights/places.ts';
import type { PreviewEvent } from '../../contract/nights/preview-path.ts';
import { fontsFor } from './fonts.ts';
import { asLine, asTitle, directionOf, lineHeightOf } from './lettering.ts';
import { posterSvg } from './poster-svg.ts';

const WIDTH = 1200;
const HEIGHT = 630;
/** The width of the poster in pixels. The stub with the text starts here. */
const TEAR = 600;
const MARGIN = 56;
const ROOM = WIDTH - TEAR - 2 * MARGIN;
const TITLE_TOP = 146;
const TITLE_HEIGHT = 290;
const [INK, PAPER, MUTED, ACCENT] = ['#0b0b0d', '#f4f1ea', '#a39e93', '#e6ff3f'] as const;

const PLACE = { position: 'absolute', left: TEAR + MARGIN, width: ROOM } as const;
const HEAVY = { ...PLACE, fontWeight: 900, fontStretch: '62%', color: PAPER } as const;
const LINE = {
  ...PLACE,
  textAlign: 'left',
  fontWeight: 600,
  fontSize: 34,
  lineHeight: '46px',
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
} as const;

/**
 * The font sizes of the title in pixels, the largest first. If a word is too long for the first six, the other sizes
 * may break words.
 */
const SIZES = [
  ...[108, 97, 86, 76, 65, 54].map((fontSize) => ({ fontSize, overflowWrap: 'normal' as const })),
  ...[76, 65, 54, 46, 39, 33, 28, 24, 20].map((fontSize) => ({ fontSize, overflowWrap: 'anywhere' as const })),
];

initSync({ module: wasm });

/** Draws the preview image of an event as a PNG of 1200 × 630: its poster, and a stub with title, date and venue. */
export async function drawPreview(
  { slug, title, start_at, venue }: PreviewEvent & { slug: string },
  readFile: (url: string) => Promise<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const { weekday, month, day, time } = eventDateParts(start_at);
  const brand = BRAND.toLowerCase();
  const capitals = asTitle(title);
  const lines = [
    `${weekday.slice(0, 3)}, ${month.slice(0, 3)} ${day} · ${time}`,
    asLine(venue.name),
    asLine(displayCity(venue.city)),
  ];
  const fonts = fontsFor([brand, capitals, ...lines, '…'].join(' '));
  // A renderer keeps its fonts in memory, so each picture gets its own renderer and frees it.
  const renderer = new Renderer();
  try {
    const files = await Promise.all(fonts.map(async ({ url }) => ({ name: url, data: await readFile(url) })));
    for (const file of files) await renderer.registerFont(file);
    const children = [
      {
        type: 'image',
        src: posterSvg(slug, { width: TEAR, height: HEIGHT, ink: INK }),
        width: TEAR,
        height: HEIGHT,
      } as const,
      textNode(brand, { ...HEAVY, top: 49, fontSize: 50, lineHeight: 1 }),
      ...(await titleThatFits(renderer, capitals)),
      ...(await Promise.all(
        lines.map((line, at) =>
          lineThatFits(renderer, line, { top: 438 + at * 46, color: [ACCENT, PAPER, MUTED][at] }),
        ),
      )),
    ];
    const node = {
      type: 'container',
      style: { width: WIDTH, height: HEIGHT, backgroundColor: INK },
      children,
    } as const;
    return await renderer.render(node, { width: WIDTH, height: HEIGHT });
  } finally {
    renderer.free();
  }
}

type Style = NonNullable<TextNode['style']>;

function textNode(text: string, style: Style, dir = directionOf(text)): TextNode {
  return { type: 'text', text, dir, style };
}

async function widthOf(renderer: Renderer, text: string, style: Style): Promise<number> {
  const { width } = await renderer.measure(
    textNode(text, { ...style, position: 'static', width: 'max-content', whiteSpace: 'nowrap' }),
  );
  return width;
}

/** Returns the lines of the title in the first size that fits above the date. */
async function titleThatFits(renderer: Renderer, capitals: string): Promise<TextNode[]> {
  const [dir, lineShare] = [directionOf(capitals), lineHeightOf(capitals)];
  let nodes: TextNode[] = [];
  for (const size of SIZES) {
    const lineHeight = size.fontSize * lineShare;
    const style = { ...HEAVY, ...size, lineHeight: `${lineHeight}px`, wordBreak: 'keep-all' } as const;
    const { height, runs } = await renderer.measure(textNode(capitals, style));
    // The renderer misplaces the space at the end of a line that runs against the text's direction. So each line is
    // drawn separately, without that space.
    const lines = linesOf(capitals, runs, lineHeight);
    nodes = lines.map((line, at) =>
      textNode(line, { ...style, whiteSpace: 'nowrap', top: TITLE_TOP + at * lineHeight }, dir),
    );
    const widths = await Promise.all(lines.map((line) => widthOf(renderer, line, style)));
    if (height <= TITLE_HEIGHT && Math.max(...widths) <= ROOM) break;
  }
  return nodes;
}

/**
 * Returns the lines of the wrapped text. The runs of a line are in order from left to right, whatever their reading
 * order.
 */
function linesOf(text: string, runs: readonly MeasuredTextRun[], lineHeight: number): string[] {
  const lines: string[] = [];
  let at = 0;
  for (const run of runs) {
    const line = Math.floor((run.y + run.height / 2) / lineHeight);
    lines[line] = (lines[line] ?? '') + text.slice(at, at + run.text.length);
    at += run.text.length;
  }
  return lines.map((line) => line.trim());
}

/**
 * Returns a line below the title. Shrinks it if it is too long, and cuts it off before it becomes too small to read.
 */
async function lineThatFits(renderer: Renderer, text: string, style: Style): Promise<TextNode> {
  const width = await widthOf(renderer, text, { ...LINE, ...style });
  const fontSize = Math.max(20, Math.min(LINE.fontSize, Math.floor((LINE.fontSize * ROOM) / width)));
  return textNode(text, { ...LINE, ...style, fontSize });
}
