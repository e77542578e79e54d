import type { Context } from 'hono';
import { hc } from 'hono/client';
import type { Api } from '../../app.ts';
import { previewVersion } from '../../contract/preview-path.ts';
import type { AppEnv } from '../../context.ts';
import { eventNotFound } from '../../http/errors.ts';
import { previewName } from '../../http/image-store.ts';
import { drawPreview } from './draw-preview.ts';
import { type Letters, readLetters } from './lettering.ts';
import { pngOf } from './png.ts';

const FILE = /^\/og\/([a-z0-9-]+)-([0-9a-z]+)\.png$/;
const A_YEAR = 'public, max-age=31536000, immutable';
const A_MINUTE = 'public, max-age=60';

let letters: Letters | undefined;

/** The slug and the version that the path of a preview image names; null for another path. */
export function previewAsked(path: string): { slug: string; version: string } | null {
  const [, slug, version] = FILE.exec(path) ?? [];
  return slug && version ? { slug, version } : null;
}

/**
 * The preview image of a night as it is now, drawn once and kept in the bucket until the night changes. An address of an older version
 * gets the present image, for a minute only.
 */
export async function previewImage(
  c: Context<AppEnv>,
  { slug, version: asked, fetcher }: { slug: string; version: string; fetcher: typeof fetch },
): Promise<Response> {
  const event = await readEvent(hc<Api>(new URL(c.req.url).origin, { fetch: fetcher }), slug);
  const version = previewVersion(event);
  const headers = {
    'Content-Type': 'image/png',
    'Cache-Control': asked === version ? A_YEAR : A_MINUTE,
    // Chats and other sites show it.
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
  const name = previewName(event.id);
  const kept = await c.env.IMAGES_BUCKET.get(name);
  if (kept?.customMetadata?.['version'] === version) return new Response(kept.body, { headers });
  await kept?.body.cancel();
  letters ??= await readLetters(c.env.ASSETS, c.req.url);
  const png = await pngOf(drawPreview(letters, event));
  c.executionCtx.waitUntil(c.env.IMAGES_BUCKET.put(name, png, { httpMetadata: { contentType: 'image/png' }, customMetadata: { version } }));
  return new Response(png, { headers });
}

async function readEvent({ api }: ReturnType<typeof hc<Api>>, slug: string) {
  const answer = await api.events[':slug'].$get({ param: { slug }, query: {} });
  if (answer.ok) return await answer.json();
  if (answer.status === 404) throw eventNotFound();
  throw new Error(`The event of a preview image was answered with status ${answer.status}.`);
}
