import { type ImageNode, initSync, type MeasuredTextRun, Renderer, type TextNode } from '@takumi-rs/wasm';
import wasm from '@takumi-rs/wasm/auto';
import { BRAND } from '../../contract/text/brand.ts';
import { eventDateParts } from '../../contract/time/event-time.ts';
import { displayCity } from '../../contract/nights/places.ts';
import type { PreviewEvent } from '../../contract/nights/preview-path.ts';
import type { PreviewShape } from '../../http/shared/nights/image-store.ts';
import { fontsFor } from './fonts.ts';
import { asLine, asTitle, directionOf, lineHeightOf } from './lettering.ts';
import { posterSvg } from './poster-svg.ts';

const [INK, PAPER, MUTED, ACCENT] = ['#0b0b0d', '#f4f1ea', '#a39e93', '#e6ff3f'] as const;

/** The measures of a preview image, in pixels. The text starts at `left`. */
interface Layout {
  width: number;
  height: number;
  poster: { width: number; height: number };
  left: number;
  brand: { top: number; size: number };
  /** At the sizes `whole`, words stay whole. At the sizes `broken`, a word may break. The largest size is first. */
  title: { top: number; height: number; room: number; whole: readonly number[]; broken: readonly number[] };
  /** A line shrinks down to `least`, and is cut off if it is still too long. */
  lines: { top: number; step: number; size: number; least: number; room: number };
  code: { left: number; top: number; size: number } | null;
}

const LAYOUTS: Record<PreviewShape, Layout> = {
  link: {
    width: 1200,
    height: 630,
    poster: { width: 600, height: 630 },
    left: 656,
    brand: { top: 49, size: 50 },
    title: {
      top: 146,
      height: 290,
      room: 488,
      whole: [108, 97, 86, 76, 65, 54],
      broken: [76, 65, 54, 46, 39, 33, 28, 24, 20],
    },
    lines: { top: 438, step: 46, size: 34, least: 20, room: 488 },
    code: null,
  },
  // Apps cover the upper and the lower 250 pixels of a story with their own buttons.
  story: {
    width: 1080,
    height: 1920,
    poster: { width: 1080, height: 980 },
    left: 72,
    brand: { top: 1596, size: 72 },
    title: {
      top: 1036,
      height: 324,
      room: 936,
      whole: [320, 280, 244, 210, 180, 156, 136, 118, 102, 88, 76, 66],
      broken: [99, 85, 70, 60, 50, 43, 36, 31, 26],
    },
    lines: { top: 1384, step: 64, size: 46, least: 38, room: 620 },
    code: { left: 728, top: 1384, size: 280 },
  },
};

const HEAVY = { position: 'absolute', fontWeight: 900, fontStretch: '62%', color: PAPER } as const;
const LINE = {
  position: 'absolute',
  textAlign: 'left',
  fontWeight: 600,
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
} as const;

initSync({ module: wasm });

/**
 * Draws a PNG of the poster, with the event's text below or beside it. A story also has a QR code for `url`, and the
 * `note`.
 */
export async function drawPreview(
  { slug, title, start_at, venue, url, note }: PreviewEvent & { slug: string; url: string; note?: string },
  { shape, readFile }: { shape: PreviewShape; readFile: (url: string) => Promise<ArrayBuffer> },
): Promise<Uint8Array<ArrayBuffer>> {
  const layout = LAYOUTS[shape];
  const { width, height, poster, left, code } = layout;
  const { weekday, month, day, time } = eventDateParts(start_at);
  const brand = BRAND.toLowerCase();
  const capitals = asTitle(title);
  const lines = [
    `${weekday.slice(0, 3)}, ${month.slice(0, 3)} ${day} · ${time}`,
    asLine(venue.name),
    asLine(displayCity(venue.city)),
  ];
  const fonts = fontsFor([brand, capitals, ...lines, note, '…'].join(' '));
  // A renderer keeps its fonts in memory, so each picture gets its own renderer, which is freed afterwards.
  const renderer = new Renderer();
  try {
    const files = await Promise.all(fonts.map(async (font) => ({ name: font.url, data: await readFile(font.url) })));
    for (const file of files) await renderer.registerFont(file);
    const image = { type: 'image', src: posterSvg(slug, { ...poster, ink: INK, isTall: shape === 'story' }) } as const;
    const children = [
      { ...image, ...poster },
      ...(note === undefined ? [] : await noteOn(renderer, note, layout)),
      textNode(brand, { ...HEAVY, left, top: layout.brand.top, fontSize: layout.brand.size, lineHeight: 1 }),
      ...(await titleThatFits(renderer, capitals, layout)),
      ...(await Promise.all(lines.map((line, at) => lineThatFits(renderer, line, { at, layout })))),
      ...(code ? [await codeOf(url, code)] : []),
    ];
    const node = { type: 'container', style: { width, height, backgroundColor: INK }, children } as const;
    return await renderer.render(node, { width, height });
  } finally {
    renderer.free();
  }
}

const NOTE = { height: 100, padding: 44, size: 62, ring: 10, below: 38 };

/** Returns the nodes that draw the note. `draw-story.ts` draws the same note in browsers. */
async function noteOn(renderer: Renderer, text: string, { left, poster, title }: Layout) {
  const { height, padding, size, ring } = NOTE;
  const style = { position: 'absolute', fontWeight: 800, color: INK, whiteSpace: 'nowrap' } as const;
  const width = await widthOf(renderer, text, { ...style, fontSize: size });
  const room = title.room - 2 * padding;
  const share = Math.min(1, room / width);
  const top = poster.height - height + NOTE.below;
  const box = { position: 'absolute', left, top, width: width * share + 2 * padding, height } as const;
  const around = { left: left - ring, top: top - ring, width: box.width + 2 * ring, height: height + 2 * ring };
  return [
    { type: 'container', style: { ...box, ...around, borderRadius: 30, backgroundColor: INK } },
    { type: 'container', style: { ...box, borderRadius: 20, backgroundColor: ACCENT } },
    textNode(text, {
      ...style,
      left: left + padding,
      top,
      width: room,
      fontSize: size * share,
      lineHeight: `${height}px`,
      textAlign: 'left',
    }),
  ] as const;
}

/** Draws the QR code dark on light, as scanners expect. */
async function codeOf(url: string, { left, top, size }: NonNullable<Layout['code']>): Promise<ImageNode> {
  const { renderSVG } = await import('uqr');
  const src = renderSVG(url, { border: 3, whiteColor: PAPER, blackColor: INK });
  return { type: 'image', src, width: size, height: size, style: { position: 'absolute', left, top } };
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

async function titleThatFits(
  renderer: Renderer,
  capitals: string,
  { left, title: { top, height: most, room, whole, broken } }: Layout,
): Promise<TextNode[]> {
  const [dir, lineShare] = [directionOf(capitals), lineHeightOf(capitals)];
  let nodes: TextNode[] = [];
  const sizes = [
    ...whole.map((fontSize) => ({ fontSize, overflowWrap: 'normal' as const })),
    ...broken.map((fontSize) => ({ fontSize, overflowWrap: 'anywhere' as const })),
  ];
  for (const size of sizes) {
    const lineHeight = size.fontSize * lineShare;
    const style = {
      ...HEAVY,
      ...size,
      left,
      width: room,
      lineHeight: `${lineHeight}px`,
      wordBreak: 'keep-all',
    } as const;
    const { height, runs } = await renderer.measure(textNode(capitals, style));
    // If a line's direction is opposite to the text's, the renderer misplaces the space at the end of the line. So each
    // line is drawn alone, without that space.
    const lines = linesOf(capitals, runs, lineHeight);
    nodes = lines.map((line, at) =>
      textNode(line, { ...style, whiteSpace: 'nowrap', top: top + at * lineHeight }, dir),
    );
    const widths = await Promise.all(lines.map((line) => widthOf(renderer, line, style)));
    if (height <= most && Math.max(...widths) <= room) break;
  }
  return nodes;
}

/**
 * Splits `text` into the lines that the renderer measured. The renderer lists the parts of a line (`runs`) from left to
 * right, even in right-to-left text. Their order can differ from the text's, so each line is cut from `text` by the
 * lengths of its runs.
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

async function lineThatFits(
  renderer: Renderer,
  text: string,
  { at, layout: { left, lines } }: { at: number; layout: Layout },
): Promise<TextNode> {
  const { top, step, size, least, room } = lines;
  const style = { ...LINE, left, width: room, top: top + at * step, lineHeight: `${step}px` };
  const width = await widthOf(renderer, text, { ...style, fontSize: size });
  const fontSize = Math.max(least, Math.min(size, Math.floor((size * room) / width)));
  return textNode(text, { ...style, fontSize, color: [ACCENT, PAPER, MUTED][at] });
}
