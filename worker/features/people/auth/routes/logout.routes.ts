import { Hono } from 'hono';
import type { AuthEnv } from '../base/auth-env.ts';
import { malformed } from '../base/errors.ts';
import { userBearer } from '../sessions/bearer.ts';
import { LOGOUT_SCOPES, signOut } from '../sessions/sessions.db.ts';

export const logoutRoutes = new Hono<AuthEnv>().post('/logout', userBearer, async (c) => {
  const wanted = c.req.query('scope') ?? 'global';
  const scope = LOGOUT_SCOPES.find((each) => each === wanted);
  if (!scope) throw malformed('Unsupported logout scope');
  await signOut(c.get('db'), { session: c.get('caller').session, scope });
  return c.body(null, 204);
});
