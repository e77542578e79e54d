import type { Context } from 'hono';
import { hc } from 'hono/client';
import type { Api } from '../../app.ts';
import { wantedNote, wantedPath } from '../../contract/trade/offers/wanted.ts';
import type { AppEnv } from '../../context.ts';
import { cacheKey } from '../../http/answers/cache-key.ts';
import { notFound } from '../../http/answers/errors.ts';
import { readAsset } from './preview-image.ts';

const FILE = /^\/og\/wanted\/([0-9a-f-]{36})\.png$/;

/** Returns the id of the shared search whose image `path` asks for, or null. */
export const wantedAsked = (path: string): string | null => FILE.exec(path)?.[1] ?? null;

/** The image is cached for only a minute, because searches end. Throws `request.not_found` for an ended search. */
export async function wantedImage(
  c: Context<AppEnv>,
  { id, fetcher }: { id: string; fetcher: typeof fetch },
): Promise<Response> {
  const { origin, pathname } = new URL(c.req.url);
  const key = cacheKey(origin, pathname);
  const kept = await caches.default.match(key);
  if (kept) return kept;
  const answer = await hc<Api>(origin, { fetch: fetcher }).api.wanted[':id'].$get({ param: { id } });
  if (!answer.ok) throw notFound();
  const wanted = await answer.json();
  const { venue, city, ...event } = wanted.event;
  const { drawPreview } = await import('./draw-preview.ts');
  const shown = {
    ...event,
    venue: { name: venue, city },
    url: `${c.env.SITE_URL}${wantedPath(id)}`,
    note: wantedNote(wanted),
  };
  const png = await drawPreview(shown, { shape: 'story', readFile: (url) => readAsset(c, url) });
  const headers = { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=60' };
  c.executionCtx.waitUntil(caches.default.put(key, new Response(png, { headers })));
  return new Response(png, { headers });
}
