import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../../context.ts';
import { OUT_OF_DATE, OUT_OF_DATE_MARK } from '../../contract/out-of-date.ts';
import { IS_DEV } from '../build.ts';
import { sha256Hex } from '../security/crypto.ts';
import { cacheKey, SHARED_SECONDS } from './cache-key.ts';
import { asPublicRead, bookmarkOf } from '../database/d1-session.ts';
import { isUnchanged, purgesSoFar } from './hot-answers.ts';

/** How long an answer may stand in for one that fails, in seconds. */
const KEPT_SECONDS = 600;
const MADE_AT = 'X-Made-At';
/** How many hex digits of an answer's hash are in its ETag. */
const ETAG_DIGITS = 24;

/**
 * A path in the spelling that writes purge. Other spellings, with capitals or encoded letters, reach the same page but
 * are not cached.
 */
const PURGED = /^\/(?:[a-z0-9._-]+(?:\/[a-z0-9._-]+)*)?$/;

/** The path without a trailing slash, if that is the cached spelling; else null. */
export function withoutSlash(path: string): string | null {
  const bare = path.slice(0, -1);
  return path.length > 1 && path.endsWith('/') && PURGED.test(bare) ? bare : null;
}

/**
 * Public answers with an ETag and a short shared cache, for paths without a query; a matching `If-None-Match` is a 304.
 * Only status 200 is cached. If the answer fails, one of the last ten minutes takes its place, with the header
 * `X-Out-Of-Date`. An answer to a path with a query may be cached by the browser only. Never use this for an answer
 * that depends on the user.
 */
export const publicCache = createMiddleware<AppEnv>(async (c, next) => {
  const url = new URL(c.req.url);
  const cacheable = c.req.method === 'GET' && url.search === '' && PURGED.test(url.pathname) && !IS_DEV;
  if (!cacheable) {
    await asPublicRead(c, next);
    if (c.res.status === 200 && !c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'private, no-cache');
    return;
  }
  const key = cacheKey(url.origin, url.pathname);
  const found = await caches.default.match(key);
  const age = found ? ageOf(found, c.get('now')) : Number.POSITIVE_INFINITY;
  const kept = age < KEPT_SECONDS ? found : undefined;
  // Another request may have kept an answer of a replica that lacks what this browser has just written.
  const hasWritten = (await bookmarkOf(c)) !== null;
  if (kept && age < SHARED_SECONDS && !hasWritten) {
    const shown = fresh(kept);
    shown.headers.set('Age', String(Math.floor(age)));
    c.res = withStatus(c, shown, 'HIT');
    return;
  }
  const purgesBefore = purgesSoFar();
  await asPublicRead(c, next);
  const isOld = c.res.status === 200 && c.get('is_out_of_date');
  const instead = isOld ? c.res : c.res.status >= 500 ? kept : undefined;
  if (instead) {
    // A new response, because assigning a response over another one merges their headers.
    c.res = undefined;
    c.res = outOfDate(instead);
    return;
  }
  if (c.res.status !== 200) return;
  const bytes = await c.res.arrayBuffer();
  const answer = new Response(bytes, c.res);
  answer.headers.set('ETag', `W/"${(await sha256Hex(bytes)).slice(0, ETAG_DIGITS)}"`);
  if (purgesSoFar() === purgesBefore) c.executionCtx.waitUntil(caches.default.put(key, toKeep(answer, c.get('now'))));
  c.res = undefined;
  c.res = withStatus(c, fresh(answer), 'MISS');
});

/** A copy for the shared cache, with the instant at which it was made. */
function toKeep(answer: Response, now: Date): Response {
  const kept = new Response(answer.clone().body, answer);
  kept.headers.set('Cache-Control', `public, max-age=0, s-maxage=${KEPT_SECONDS}`);
  kept.headers.set(MADE_AT, String(now.getTime()));
  return kept;
}

/** How old a kept answer is, in seconds. */
const ageOf = (kept: Response, now: Date) => (now.getTime() - Number(kept.headers.get(MADE_AT))) / 1000;

function fresh(answer: Response): Response {
  const shown = new Response(answer.body, answer);
  shown.headers.set('Cache-Control', `public, max-age=0, s-maxage=${SHARED_SECONDS}`);
  shown.headers.delete(MADE_AT);
  return shown;
}

/** An old answer in place of none, marked as such. No cache keeps it, and a page says that it is old. */
function outOfDate(kept: Response): Response {
  const shown = new Response(kept.body, kept);
  shown.headers.delete(MADE_AT);
  shown.headers.delete('ETag');
  shown.headers.set('Cache-Control', 'no-store');
  shown.headers.set(OUT_OF_DATE, 'yes');
  const isPage = shown.headers.get('Content-Type')?.startsWith('text/html');
  return isPage
    ? new HTMLRewriter()
        .on('html', { element: (html) => void html.setAttribute(OUT_OF_DATE_MARK, '') })
        .transform(shown)
    : shown;
}

function withStatus(c: Context<AppEnv>, answer: Response, status: 'HIT' | 'MISS'): Response {
  answer.headers.set('X-Cache', status);
  return isUnchanged(c.req.raw, answer.headers.get('ETag'))
    ? new Response(null, { status: 304, headers: answer.headers })
    : answer;
}
