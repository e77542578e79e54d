import type { Context } from 'hono';
import { hc } from 'hono/client';
import type { Api } from '../../app.ts';
import { previewVersion } from '../../contract/nights/preview-path.ts';
import type { AppEnv } from '../../context.ts';
import { eventNotFound } from '../../http/answers/errors.ts';
import { previewName, type PreviewShape } from '../../http/shared/nights/image-store.ts';

const FILE = /^\/og\/(story\/)?([a-z0-9-]+)-([0-9a-z]+)\.png$/;
const A_YEAR = 'public, max-age=31536000, immutable';
const A_MINUTE = 'public, max-age=60';

interface Asked {
  slug: string;
  version: string;
  shape: PreviewShape;
}

/** Returns null if the path is not the path of a preview image. */
export function previewAsked(path: string): Asked | null {
  const [, story, slug, version] = FILE.exec(path) ?? [];
  return slug && version ? { slug, version, shape: story ? 'story' : 'link' } : null;
}

/**
 * Stores the drawn image and sends it until the event changes. If the URL names an outdated version, sends the current
 * image, which may be cached for only one minute.
 */
export async function previewImage(
  c: Context<AppEnv>,
  { slug, version: asked, shape, fetcher }: Asked & { fetcher: typeof fetch },
): Promise<Response> {
  const event = await readEvent(hc<Api>(new URL(c.req.url).origin, { fetch: fetcher }), slug);
  const version = previewVersion(event);
  const headers = {
    'Content-Type': 'image/png',
    'Cache-Control': asked === version ? A_YEAR : A_MINUTE,
    // Chat apps and other sites embed the image.
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
  const name = previewName(event.id, shape);
  const kept = await c.env.IMAGES_BUCKET.get(name);
  if (kept?.customMetadata?.['version'] === version) return new Response(kept.body, { headers });
  await kept?.body.cancel();
  // A renderer of 4 MB and the list of all fonts load with the first picture, not with the Worker.
  const { drawPreview } = await import('./draw-preview.ts');
  const shown = { ...event, url: `${c.env.SITE_URL}/events/${slug}` };
  const png = await drawPreview(shown, { shape, readFile: (url) => readAsset(c, url) });
  c.executionCtx.waitUntil(
    c.env.IMAGES_BUCKET.put(name, png, { httpMetadata: { contentType: 'image/png' }, customMetadata: { version } }),
  );
  return new Response(png, { headers });
}

/** Reads a font file. Throws if there is none. */
export async function readAsset(c: Context<AppEnv>, url: string): Promise<ArrayBuffer> {
  const file = await c.env.ASSETS.fetch(new URL(url, c.req.url));
  if (!file.ok) throw new Error(`The font ${url} of a preview image failed with status ${file.status}.`);
  return file.arrayBuffer();
}

async function readEvent({ api }: ReturnType<typeof hc<Api>>, slug: string) {
  const answer = await api.events[':slug'].$get({ param: { slug }, query: {} });
  if (answer.ok) return await answer.json();
  if (answer.status === 404) throw eventNotFound();
  throw new Error(`The event of a preview image failed with status ${answer.status}.`);
}
