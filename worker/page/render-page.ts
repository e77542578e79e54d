import type { Context, Hono, MiddlewareHandler } from 'hono';
import { EMPTY_PAGE, render, type RenderedPage } from '../../web/entry-server.tsx';
import type { AppEnv } from '../context.ts';
import { OUT_OF_DATE } from '../contract/out-of-date.ts';
import { RETURNING } from '../contract/people/returning-cookie.ts';
import { tooMany } from '../http/answers/errors.ts';
import { log, traceOf } from '../http/log.ts';
import { publicCache, withoutSlash } from '../http/answers/public-cache.ts';
import { isWithinLimit } from '../http/limits/rate-limit.ts';
import { ownCall } from '../http/answers/request.ts';
import { fillShell } from './fill-shell.ts';
import { posterAsked, posterImage } from './posters/poster-image.ts';
import { previewAsked, previewImage } from './preview/preview-image.ts';
import { wantedAsked, wantedImage } from './preview/wanted-image.ts';

const HAS_EXTENSION = /\.[a-z0-9]{2,12}$/i;

/** Renders a page. If that fails, sends an empty shell with status 500, and the browser renders the page. */
export function renderPage(app: Pick<Hono<AppEnv>, 'fetch'>): MiddlewareHandler<AppEnv> {
  return async (c) => {
    const url = new URL(c.req.url);
    const bare = withoutSlash(url.pathname);
    if (bare !== null) return c.redirect(`${bare}${url.search}`, 301);
    // The page calls the API in process, with this request's bindings. Rate limits count the page, not these calls.
    const inProcess: typeof fetch = async (input, init) => {
      const answer = await app.fetch(ownCall(new Request(input, init)), c.env, c.executionCtx);
      if (answer.headers.has(OUT_OF_DATE)) c.set('is_out_of_date', true);
      return answer;
    };
    const poster = posterAsked(url.pathname);
    if (poster) return posterImage(poster);
    const [preview, wanted] = [previewAsked(url.pathname), wantedAsked(url.pathname)];
    if ((preview || wanted) && !(await isWithinLimit(c, 'read', 'preview'))) throw tooMany(60);
    if (preview) return previewImage(c, { ...preview, fetcher: inProcess });
    if (wanted) return wantedImage(c, { id: wanted, fetcher: inProcess });
    if (
      HAS_EXTENSION.test(url.pathname) ||
      url.pathname.startsWith('/@') ||
      url.pathname.startsWith('/node_modules/')
    ) {
      const file = await c.env.ASSETS.fetch(c.req.raw);
      if (file.status !== 404) return new Response(file.body, file);
    }
    const shell = {
      url,
      assets: c.env.ASSETS,
      siteUrl: c.env.SITE_URL,
      supportEmail: c.env.SUPPORT_EMAIL,
      turnstileKey: c.env.TURNSTILE_SITE_KEY,
    };
    // After a sign-in through a provider, only the browser can read the session in the URL's fragment.
    if (url.pathname === '/' && c.req.header('Cookie')?.includes(RETURNING))
      return fillShell({ ...EMPTY_PAGE, status: 200 }, shell);
    const cached = await publicCache(c, async () => {
      const page = await renderOrShell(c, url, inProcess);
      c.res = page.moved_to ? c.redirect(`${page.moved_to}${url.search}`, 301) : await fillShell(page, shell);
    });
    return cached ?? c.res;
  };
}

/** Renders a page. A visitor over the rate limit gets an empty shell, and the browser renders the page. */
async function renderOrShell(c: Context<AppEnv>, url: URL, fetcher: typeof fetch): Promise<RenderedPage> {
  if (!(await isWithinLimit(c, 'read', 'page'))) return { ...EMPTY_PAGE, status: 429 };
  try {
    return await render(url, fetcher);
  } catch (error) {
    log('error', 'page not rendered', { path: url.pathname, error: traceOf(error) });
    return EMPTY_PAGE;
  }
}
