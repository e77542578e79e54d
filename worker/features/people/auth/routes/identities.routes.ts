import { Hono } from 'hono';
import type { AuthEnv } from '../base/auth-env.ts';
import { limitRequest } from '../base/limits.ts';
import { beginOAuthFlow } from '../oauth/begin-oauth-flow.ts';
import { userBearer } from '../sessions/bearer.ts';
import { refuseLinking } from '../identities/link-identity.ts';
import { unlinkIdentity } from '../identities/unlink-identity.ts';

export const identityRoutes = new Hono<AuthEnv>()
  .get('/user/identities/authorize', userBearer, async (c) => {
    const caller = c.get('caller');
    await limitRequest(c, 'link', caller.user.id);
    refuseLinking(c, caller);
    const url = await beginOAuthFlow(c, { linking_user_id: caller.user.id });
    return c.req.query('skip_http_redirect') === 'true' ? c.json({ url }) : c.redirect(url, 302);
  })
  .delete('/user/identities/:id', userBearer, async (c) => {
    refuseLinking(c, c.get('caller'));
    await unlinkIdentity(c, { record: c.get('caller'), id: c.req.param('id') });
    return c.json({});
  });
