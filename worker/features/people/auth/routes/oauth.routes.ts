import { Hono, type Context } from 'hono';
import { isBrowser } from '../oauth/same-browser.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { limitRequest } from '../base/limits.ts';
import { errorRedirect, withQuery } from '../base/redirect.ts';
import { beginOAuthFlow } from '../oauth/begin-oauth-flow.ts';
import { endOAuthFlow } from '../oauth/end-oauth-flow.ts';
import { googleOf } from '../oauth/google.ts';

export const oauthRoutes = new Hono<AuthEnv>()
  .get('/authorize', async (c) => {
    const { external_url } = c.get('config');
    const { host, search } = new URL(c.req.url);
    // The provider sends the browser to the site's own host, which does not get another host's cookies.
    if (isBrowser(c) && host !== new URL(external_url).host)
      return c.redirect(`${external_url}/authorize${search}`, 302);
    return c.redirect(await beginOrExplain(c), 302);
  })
  .on(['GET', 'POST'], '/callback', async (c) => {
    c.header('Cache-Control', 'no-store');
    c.header('Referrer-Policy', 'no-referrer');
    const fields = await callbackFields(c);
    // Browsers send no cookie with a form from another site, but they send it with this redirect.
    if (c.req.method === 'POST' && isBrowser(c))
      return c.redirect(withQuery(`${c.get('config').external_url}/callback`, fields), 303);
    const { location, status } = await endOAuthFlow(c, fields);
    return c.redirect(location, status);
  });

/** Begins an OAuth flow. If it fails, a browser gets our sign-in page with the error, not JSON. */
async function beginOrExplain(c: Context<AuthEnv>): Promise<string> {
  const { site_url, google } = c.get('config');
  const isPerson = c.req.header('Accept')?.includes('text/html') ?? false;
  try {
    await limitRequest(c, 'token');
    if (isPerson) googleOf({ google });
    return await beginOAuthFlow(c, { linking_user_id: null });
  } catch (error) {
    if (!isPerson) throw error;
    return errorRedirect(c, { error, to: `${site_url}/login`, inQuery: true });
  }
}

async function callbackFields(c: Context<AuthEnv>): Promise<Record<string, string>> {
  if (c.req.method === 'GET') return c.req.query();
  const form = await c.req.parseBody();
  return Object.fromEntries(
    Object.entries(form).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
