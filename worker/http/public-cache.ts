import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../context.ts';
import { IS_DEV } from './build.ts';
import { sha256Hex } from './crypto.ts';
import { cacheKey } from './purge-cache.ts';

/** How long a shared cache may keep a public answer, in seconds. A write purges it sooner at the edge that took the write. */
const SHARED_SECONDS = 30;
/** How many hex digits of an answer's hash are in its ETag. */
const ETAG_DIGITS = 24;

/** A path in the spelling that writes purge. Other spellings, with capitals or encoded letters, reach the same page but are not cached. */
const PURGED = /^\/(?:[a-z0-9._-]+(?:\/[a-z0-9._-]+)*)?$/;

/** The path without a trailing slash, if that is the cached spelling; else null. */
export function withoutSlash(path: string): string | null {
  const bare = path.slice(0, -1);
  return path.length > 1 && path.endsWith('/') && PURGED.test(bare) ? bare : null;
}

/**
 * Public answers with an ETag and a short shared cache, for paths without a query; a matching `If-None-Match` is a 304. Only status
 * 200 is cached. An answer to a path with a query may be cached by the browser only. Never use this for an answer that depends on the user.
 */
export const publicCache = createMiddleware<AppEnv>(async (c, next) => {
  const url = new URL(c.req.url);
  const cacheable = c.req.method === 'GET' && url.search === '' && PURGED.test(url.pathname) && !IS_DEV;
  if (!cacheable) {
    await next();
    if (c.res.status === 200 && !c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'private, no-cache');
    return;
  }
  const key = cacheKey(url.origin, url.pathname);
  const hit = await caches.default.match(key);
  if (hit) {
    c.res = withStatus(c, new Response(hit.body, hit), 'HIT');
    return;
  }
  await next();
  if (c.res.status !== 200) return;
  const bytes = await c.res.arrayBuffer();
  const answer = new Response(bytes, c.res);
  answer.headers.set('ETag', `W/"${(await sha256Hex(bytes)).slice(0, ETAG_DIGITS)}"`);
  answer.headers.set('Cache-Control', `public, max-age=0, s-maxage=${SHARED_SECONDS}`);
  c.executionCtx.waitUntil(caches.default.put(key, answer.clone()));
  // A new response, because assigning a response over another one merges their headers.
  c.res = undefined;
  c.res = withStatus(c, answer, 'MISS');
});

function withStatus(c: Context<AppEnv>, answer: Response, status: 'HIT' | 'MISS'): Response {
  const etag = answer.headers.get('ETag');
  answer.headers.set('X-Cache', status);
  if (
    etag &&
    c.req
      .header('If-None-Match')
      ?.split(/\s*,\s*/)
      .includes(etag)
  ) {
    return new Response(null, { status: 304, headers: answer.headers });
  }
  return answer;
}
