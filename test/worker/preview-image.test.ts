import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { eventRow, venueRow } from '../../drizzle/seed/rows.ts';
import { events, venues } from '../../drizzle/tables/schema.ts';
import { previewPath } from '../../worker/contract/preview-path.ts';
import { eventPaths, purgePaths } from '../../worker/http/public-cache.ts';
import worker from '../../worker/index.ts';
import { db } from '../support/worker/db.ts';

/** A face of two by four pixels a letter. */
const letter = (at: number) => [at * 8, -1, 2, 3] as const;
const CHARS = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at));
const face = { height: 4, ascent: 3, glyphs: Object.fromEntries(CHARS.map((char, at) => [char, letter(at)])), kerning: { AV: -1 } };

async function glyphFile(): Promise<Blob> {
  const json = new TextEncoder().encode(JSON.stringify({ poster: face, text: face }));
  const length = new DataView(new ArrayBuffer(4));
  length.setUint32(0, json.length, true);
  const whole = new Blob([length.buffer, json, new Uint8Array(95 * 8).fill(255)]);
  return new Response(whole.stream().pipeThrough(new CompressionStream('gzip'))).blob();
}

let read = 0;
const ASSETS = {
  fetch: async (at: Request | URL) => {
    const { pathname } = new URL(at instanceof Request ? at.url : at);
    if (pathname !== '/preview-glyphs.bin') return new Response(null, { status: 404 });
    read += 1;
    return new Response(await glyphFile());
  },
} as unknown as Fetcher;

async function get(path: string) {
  const ctx = createExecutionContext();
  const answer = await worker.fetch(new Request(`http://vouch.test${path}`), { ...env, ASSETS }, ctx);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  await waitOnExecutionContext(ctx);
  return { answer, bytes };
}

async function anEvent(over: Partial<Parameters<typeof eventRow>[0]> = {}) {
  const venue = venueRow();
  const event = eventRow({ venue_id: venue.id, ...over });
  await db.batch([db.insert(venues).values(venue), db.insert(events).values(event)]);
  return { event, shown: { ...event, start_at: event.start_at.toISOString(), venue } };
}

/** The picture's rows as they were before they were filtered and packed. */
async function pixelsOf(png: Uint8Array<ArrayBuffer>): Promise<{ width: number; height: number; at: (x: number, y: number) => number[] }> {
  const view = new DataView(png.buffer);
  const [width, height, length] = [view.getUint32(16), view.getUint32(20), view.getUint32(33)];
  const unpacked = new Blob([png.slice(41, 41 + length)]).stream().pipeThrough(new DecompressionStream('deflate'));
  const rows = new Uint8Array(await new Response(unpacked).arrayBuffer());
  const stride = width * 3 + 1;
  for (let at = stride; at < rows.length; at += 1) if (at % stride !== 0) rows[at]! += rows[at - stride]!;
  return { width, height, at: (x, y) => Array.from(rows.subarray(y * stride + 1 + x * 3, y * stride + 4 + x * 3)) };
}

test('a night has a picture of 1200 × 630, drawn once and kept', async () => {
  const { event, shown } = await anEvent({ title: 'Ça va, Été? 🎉' });
  const { answer, bytes } = await get(previewPath(shown));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('Content-Type')).toBe('image/png');
  expect(answer.headers.get('Cache-Control')).toContain('immutable');
  expect(answer.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
  const picture = await pixelsOf(bytes);
  expect([picture.width, picture.height]).toEqual([1200, 630]);
  expect(picture.at(1190, 5)).toEqual([11, 11, 13]);
  expect(picture.at(3, 3)).not.toEqual([11, 11, 13]);

  const kept = await env.IMAGES_BUCKET.get(`og/${event.id}.png`);
  expect(new Uint8Array(await kept!.arrayBuffer())).toEqual(bytes);
  const before = read;
  await env.IMAGES_BUCKET.put(`og/${event.id}.png`, 'kept', { customMetadata: kept!.customMetadata! });
  expect(new TextDecoder().decode((await get(previewPath(shown))).bytes)).toBe('kept');
  expect(read).toBe(before);
});

test('a changed night has another address and another picture; the old address gets it for a minute', async () => {
  const { event, shown } = await anEvent({ title: 'Before' });
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

test('an unknown or unpublished night has no picture', async () => {
  const { shown } = await anEvent({ is_published: false });
  expect((await get(previewPath(shown))).answer.status).toBe(404);
  expect((await get('/og/no-such-night-1a.png')).answer.status).toBe(404);
  expect((await get('/og/nonsense.png')).answer.status).toBe(404);
});
