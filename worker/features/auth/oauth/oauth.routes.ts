import { Hono, type Context } from 'hono';
import type { AuthEnv } from '../auth-env.ts';
import { userBearer } from '../sessions/bearer.ts';
import { malformed } from '../errors.ts';
import { removeIdentity } from '../accounts/identities.db.ts';
import { limitRequest } from '../limits.ts';
import { refuseLinking, refuseWeakCaller } from '../accounts/linking.ts';
import { beginOAuthFlow, endOAuthFlow } from './oauth-flow.ts';
import { withQuery } from '../redirect.ts';
import { isBrowser } from './same-browser.ts';

/** Sign-in by redirect, and a user's identities. */
export const oauthRoutes = new Hono<AuthEnv>()
  .get('/authorize', async (c) => {
    const { external_url } = c.get('config');
    const { host, search } = new URL(c.req.url);
    // The provider sends the browser to the site's own host, where a cookie of another one would be missing.
    if (isBrowser(c) && host !== new URL(external_url).host) return c.redirect(`${external_url}/authorize${search}`, 302);
    await limitRequest(c, 'token');
    return c.redirect(await begin(c, null), 302);
  })
  .on(['GET', 'POST'], '/callback', async (c) => {
    c.header('Cache-Control', 'no-store');
    c.header('Referrer-Policy', 'no-referrer');
    const fields = await callbackFields(c);
    // A browser sends no cookie with a form of another site, but with the way there.
    if (c.req.method === 'POST' && isBrowser(c)) return c.redirect(withQuery(`${c.get('config').external_url}/callback`, fields), 303);
    const { location, status } = await endOAuthFlow(c, fields);
    return c.redirect(location, status);
  })
  .get('/user/identities/authorize', userBearer, async (c) => {
    refuseLinking(c, c.get('caller'));
    const url = await begin(c, c.get('caller').user.id);
    return c.req.query('skip_http_redirect') === 'true' ? c.json({ url }) : c.redirect(url, 302);
  })
  .delete('/user/identities/:id', userBearer, async (c) => {
    refuseWeakCaller(c.get('caller'));
    await removeIdentity(c.get('db'), { record: c.get('caller'), id: c.req.param('id'), now: c.get('now') });
    return c.json({});
  });

async function begin(c: Context<AuthEnv>, linkingUserId: string | null): Promise<string> {
  const provider = c.req.query('provider') ?? '';
  if (provider !== 'google') throw malformed(`Unsupported provider: Provider ${provider} could not be found`);
  if (!c.get('config').google) throw malformed('Unsupported provider: provider is not enabled');
  return beginOAuthFlow(c, { provider, linking_user_id: linkingUserId });
}

/** What the provider sent back: in the query, or, where it posts, in the form. */
async function callbackFields(c: Context<AuthEnv>): Promise<Record<string, string>> {
  if (c.req.method === 'GET') return c.req.query();
  const form = await c.req.parseBody();
  return Object.fromEntries(Object.entries(form).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
