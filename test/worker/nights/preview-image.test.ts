import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type Event, events, venues } from '../../../drizzle/tables/all-tables.ts';
import { posterPath, PRINTS } from '../../../worker/contract/nights/poster-print.ts';
import { previewPath, storyPath } from '../../../worker/contract/nights/preview-path.ts';
import { clearDeletedEvent } from '../../../worker/features/nights/events/clear-deleted-events.cron.ts';
import { eventPaths, purgePaths } from '../../../worker/http/answers/purge-cache.ts';
import { posterFile } from '../../../worker/page/posters/draw-poster.ts';
import { drawPreview } from '../../../worker/page/preview/draw-preview.ts';
import { anEvent } from '../../support/worker/admin.ts';
import { db } from '../../support/worker/db.ts';
import { call } from '../../support/worker/people/auth-client.ts';
import { type Pixels, pixelsOf } from '../../support/worker/nights/png-pixels.ts';

const read: string[] = [];
const ASSETS = {
  fetch: async (asked: Request | URL) => {
    read.push(asked instanceof URL ? asked.pathname : asked.url);
    return env.ASSETS.fetch(asked);
  },
} as unknown as Fetcher;

const INK = [11, 11, 13];
/** The area of the title: between the product's name and the date, to the right of the perforation. */
const TITLE = { top: 110, bottom: 440, left: 620, right: 1150 };

const colorAt = ({ width, channels, bytes }: Pixels, x: number, y: number) =>
  Array.from(bytes.subarray((y * width + x) * channels, (y * width + x) * channels + 3));

async function get(path: string) {
  const answer = await call(`http://vouch.test${path}`, {}, { ...env, ASSETS });
  return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) };
}

async function shownEvent(over: Partial<Event> = {}) {
  const event = await anEvent(over);
  const [venue] = await db.select().from(venues).where(eq(venues.id, event.venue_id));
  return { event, shown: { ...event, start_at: event.start_at.toISOString(), venue: venue! } };
}

test('the preview image of an event is 1200 × 630, drawn once and then stored', async () => {
  const { event, shown } = await shownEvent({ title: 'Ça va, Été? 🎉' });
  const { answer, bytes } = await get(previewPath(shown));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('Content-Type')).toBe('image/png');
  expect(answer.headers.get('Cache-Control')).toContain('immutable');
  expect(answer.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
  const picture = await pixelsOf(bytes);
  expect([picture.width, picture.height]).toEqual([1200, 630]);
  expect(colorAt(picture, 1190, 5)).toEqual(INK);
  expect(colorAt(picture, 3, 3)).not.toEqual(INK);

  const kept = await env.IMAGES_BUCKET.get(`og/${event.id}.png`);
  expect(new Uint8Array(await kept!.arrayBuffer())).toEqual(bytes);
  read.length = 0;
  await env.IMAGES_BUCKET.put(`og/${event.id}.png`, 'kept', { customMetadata: kept!.customMetadata! });
  expect(new TextDecoder().decode((await get(previewPath(shown))).bytes)).toBe('kept');
  expect(read).toEqual([]);
});

test('the picture for a story is 1080 × 1920 with a QR code, and is deleted with the event', async () => {
  const { event, shown } = await shownEvent({ title: 'Warehouse with a rather long title' });
  const { answer, bytes } = await get(storyPath(shown));
  expect(answer.headers.get('Content-Type')).toBe('image/png');
  const picture = await pixelsOf(bytes);
  expect([picture.width, picture.height]).toEqual([1080, 1920]);
  expect(colorAt(picture, 3, 3)).not.toEqual(INK);
  const dots = Array.from({ length: 280 }, (_, at) => colorAt(picture, 728 + at, 1524)[0]! > 128);
  const changes = dots.filter((isLight, at) => at > 0 && isLight !== dots[at - 1]).length;
  expect(changes).toBeGreaterThan(8);
  // Apps cover the lower edge with their own buttons, so nothing is drawn there.
  expect(Array.from({ length: 1080 }, (_, x) => colorAt(picture, x, 1760)).every((color) => color[0] === INK[0])).toBe(
    true,
  );
  expect(await env.IMAGES_BUCKET.head(`og/${event.id}-story.png`)).not.toBeNull();
  await clearDeletedEvent(env, event.id);
  expect(await env.IMAGES_BUCKET.head(`og/${event.id}-story.png`)).toBeNull();
});

test('a poster is an SVG file that browsers may cache', async () => {
  const { answer, bytes } = await get(posterPath('low-end-2026-11-28~2'));
  expect(answer.headers.get('Content-Type')).toBe('image/svg+xml');
  expect(answer.headers.get('Cache-Control')).toContain('immutable');
  expect(answer.headers.get('Content-Security-Policy')).toBe("default-src 'none'");
  expect(new TextDecoder().decode(bytes)).toBe(posterFile('low-end-2026-11-28~2'));
  expect((await get('/posters/0/low-end.svg')).answer.headers.get('Cache-Control')).toBe('public, max-age=60');
  const drawn = Array.from({ length: PRINTS }, (_, print) => posterFile('low-end-2026-11-28', [1, print]));
  expect(new Set(drawn).size).toBe(PRINTS);
  expect(drawn.filter((file) => /NaN|undefined|<script/.test(file) || file.length > 17_000)).toEqual([]);
});

/**
 * Draws a preview image. `lit` are the pixels that are not blank, from the title area to the right edge of the image.
 * `fonts` are the fonts that were read.
 */
async function draw(title: string): Promise<{ lit: { x: number; y: number }[]; fonts: string[] }> {
  const fonts: string[] = [];
  const event = {
    slug: 'a-night',
    title,
    start_at: '2026-11-28T03:00:00.000Z',
    venue: { name: 'Royale', city: 'Boston' },
    url: 'http://vouch.test/events/a-night',
  };
  const readFile = async (url: string) => {
    fonts.push(/([^/]+?)(?:-\d+)?-(?:wdth|wght|400)-normal/.exec(url)![1]!);
    const file = await env.ASSETS.fetch(new URL(url, 'http://vouch.test'));
    return file.arrayBuffer();
  };
  const png = await drawPreview(event, { shape: 'link', readFile });
  const { width, channels, bytes } = await pixelsOf(png);
  const lit: { x: number; y: number }[] = [];
  for (let y = TITLE.top; y < TITLE.bottom; y += 1)
    for (let x = TITLE.left; x < width; x += 1) if (bytes[(y * width + x) * channels] !== INK[0]) lit.push({ x, y });
  return { lit, fonts };
}

test.each([
  ['Cyrillic letters', 'Вечеринка', 'Вечеринки', 'noto-sans-cyrillic'],
  ['Greek letters', 'ΧΟΡΟΣ', 'ΧΟΡΟΙ', 'noto-sans-greek'],
  ['Korean', '파티', '피티', 'noto-sans-kr'],
  ['Japanese', 'ナイト', 'ナイフ', 'noto-sans-jp'],
  ['Chinese', '春节', '春天', 'noto-sans-sc'],
  ['Arabic', 'حفلة', 'حفلت', 'noto-sans-arabic-arabic'],
  ['Hebrew', 'מסיבה', 'מסיבת', 'noto-sans-hebrew-hebrew'],
  ['Thai', 'ปาร์ตี้', 'ปาร์ตู้', 'noto-sans-thai-thai'],
  ['Hindi', 'दिवाली', 'दिवाला', 'noto-sans-devanagari'],
  ['emoji', '🎉', '🎊', 'noto-emoji'],
  ['flags', '🇩🇪', '🇫🇷', 'noto-emoji'],
  ['mathematical letters', '𝕳𝖆𝖑𝖑', '𝕳𝖎𝖑𝖑', 'archivo-latin'],
  ['Gujarati', 'ગરબા', 'ગરબી', 'noto-sans-gujarati-gujarati'],
  ['Tamil', 'இசை', 'இசி', 'unifontex-latin'],
  ['Cherokee', 'ᏣᎳᎩ', 'ᏣᎵᎩ', 'unifontex-latin'],
])(
  'a title in %s is drawn with the font that has its characters, so that two titles look different',
  async (_script, title, other, font) => {
    const [first, second] = [await draw(title), await draw(other)];
    expect(first.fonts).toContain(font);
    expect(first.lit).not.toEqual(second.lit);
  },
);

test('every word of a title in four scripts is drawn, and only the needed fonts are read', async () => {
  const whole = await draw('Вечеринка 파티 Noche 🎉');
  expect(whole.fonts.toSorted()).toEqual(['archivo-latin', 'noto-emoji', 'noto-sans-cyrillic', 'noto-sans-kr']);
  for (const part of ['파티 Noche 🎉', 'Вечеринка Noche 🎉', 'Вечеринка 파티 🎉', 'Вечеринка 파티 Noche'])
    expect((await draw(part)).lit).not.toEqual(whole.lit);
});

test('Arabic letters are joined, and an Arabic title begins at the right', async () => {
  const joined = await draw('ححح');
  expect((await draw('ح\u200cح\u200cح')).lit).not.toEqual(joined.lit);
  expect(Math.max(...joined.lit.map(({ x }) => x))).toBeGreaterThan(TITLE.right - 50);
  expect(Math.max(...(await draw('Neon')).lit.map(({ x }) => x))).toBeLessThan(900);
});

test.each([
  ['one long word', 'Donaudampfschifffahrtsgesellschaftskapitänsmützenparty'],
  ['200 Japanese characters', '東京忘年会'.repeat(40)],
  ['200 letters without a space', 'M'.repeat(200)],
])('a title of %s stays inside the title area', async (_name, title) => {
  const { lit } = await draw(title);
  expect(lit.length).toBeGreaterThan(10_000);
  expect(lit.filter(({ x, y }) => x > TITLE.right || y === TITLE.bottom - 1)).toEqual([]);
});

test('a changed event has a new preview image at a new address, and the old address returns the new image, too', async () => {
  const { event, shown } = await shownEvent({ title: 'Before' });
  const first = await get(previewPath(shown));
  await db.update(events).set({ title: 'After' }).where(eq(events.id, event.id));
  await purgePaths('http://vouch.test', eventPaths([event.slug]));
  const renamed = { ...shown, title: 'After' };
  expect(previewPath(renamed)).not.toBe(previewPath(shown));
  const second = await get(previewPath(renamed));
  expect(second.answer.headers.get('Cache-Control')).toContain('immutable');
  expect(second.bytes).not.toEqual(first.bytes);
  const old = await get(previewPath(shown));
  expect(old.answer.headers.get('Cache-Control')).toBe('public, max-age=60');
  expect(old.bytes).toEqual(second.bytes);
});

test('an unknown or unpublished event has no preview image', async () => {
  const { shown } = await shownEvent({ is_published: false });
  for (const path of [previewPath(shown), '/og/no-such-night-1a.png', '/og/nonsense.png'])
    expect([path, (await get(path)).answer.status]).toEqual([path, 404]);
});
