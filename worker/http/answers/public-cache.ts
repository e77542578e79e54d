import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../../context.ts';
import { OUT_OF_DATE, OUT_OF_DATE_MARK } from '../../contract/out-of-date.ts';
import { IS_DEV } from '../build.ts';
import { sha256Hex } from '../security/crypto.ts';
import { cacheKey, SHARED_SECONDS } from './cache-key.ts';
import { asPublicRead, bookmarkOf } from '../database/d1-session.ts';
import { askDatabase, isDatabaseAway } from '../database/patient-db.ts';
import { within } from './current-request.ts';
import { isOwnCall } from './request.ts';
import { isUnchanged, purgesSoFar } from './hot-answers.ts';

/** How long an old response may replace a failed one, in seconds. */
const KEPT_SECONDS = 600;
/** How long to wait for the database if an old response can replace the new one, in ms. */
const PATIENCE_MS = 1000;
const MADE_AT = 'X-Made-At';
/** The length of an ETag in hex digits. */
const ETAG_DIGITS = 24;

/** Writes purge only this spelling of a path. Paths with capitals or encoded letters work, but are not cached. */
const PURGED = /^\/(?:[a-z0-9._-]+(?:\/[a-z0-9._-]+)*)?$/;

/** Removes the trailing slash of a path. Null if it has none, or if the rest does not have the cached spelling. */
export function withoutSlash(path: string): string | null {
  const bare = path.slice(0, -1);
  return path.length > 1 && path.endsWith('/') && PURGED.test(bare) ? bare : null;
}

/**
 * Stores responses in the shared cache for a short time, and adds an ETag. Stores only responses with status 200 for
 * paths without a query. If a new response fails or the database is slow, a response from the last ten minutes replaces
 * it, with the header `X-Out-Of-Date`. While the database is away, this old response is sent at once. Only the browser
 * may cache a path with a query. Never use this for a response that depends on the user.
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
  // The kept response may lack what this browser has just written.
  const hasWritten = (await bookmarkOf(c)) !== null;
  if (kept && age < SHARED_SECONDS && !hasWritten) {
    const shown = fresh(kept);
    shown.headers.set('Age', String(Math.floor(age)));
    c.res = withStatus(c, shown, 'HIT');
    return;
  }
  // This does not apply to the Worker's own API calls for a page. They have no cookies, so `hasWritten` is always false
  // for them, even if the browser has written.
  if (kept && isDatabaseAway() && !hasWritten && !isOwnCall(c.req.raw)) {
    c.executionCtx.waitUntil(askDatabase(c.get('db')));
    c.res = outOfDate(kept);
    return;
  }
  const purgesBefore = purgesSoFar();
  await (kept ? within(PATIENCE_MS, () => asPublicRead(c, next)) : asPublicRead(c, next));
  const isOld = c.res.status === 200 && c.get('is_out_of_date');
  const instead = isOld ? c.res : c.res.status >= 500 ? kept : undefined;
  if (instead) {
    // Reset first, because assigning a response over another one merges their headers.
    c.res = undefined;
    c.res = outOfDate(instead);
    return;
  }
  if (c.res.status !== 200) return;
  const bytes = await c.res.arrayBuffer();
  const answer = new Response(bytes, c.res);
  answer.headers.set('ETag', `W/"${(await sha256Hex(bytes)).slice(0, ETAG_DIGITS)}"`);
  const isCurrent = () => purgesSoFar() === purgesBefore;
  if (isCurrent()) c.executionCtx.waitUntil(keep(key, toKeep(bytes, answer, c.get('now')), isCurrent));
  c.res = undefined;
  c.res = withStatus(c, fresh(answer), 'MISS');
});

async function keep(key: Parameters<Cache['put']>[0], kept: Response, isCurrent: () => boolean): Promise<void> {
  await caches.default.put(key, kept);
  if (!isCurrent()) await caches.default.delete(key);
}

function toKeep(bytes: ArrayBuffer, answer: Response, now: Date): Response {
  const kept = new Response(bytes, answer);
  kept.headers.set('Cache-Control', `public, max-age=0, s-maxage=${KEPT_SECONDS}`);
  kept.headers.set(MADE_AT, String(now.getTime()));
  return kept;
}

const ageOf = (kept: Response, now: Date) => (now.getTime() - Number(kept.headers.get(MADE_AT))) / 1000;

function fresh(answer: Response): Response {
  const shown = new Response(answer.body, answer);
  shown.headers.set('Cache-Control', `public, max-age=0, s-maxage=${SHARED_SECONDS}`);
  shown.headers.delete(MADE_AT);
  return shown;
}

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
