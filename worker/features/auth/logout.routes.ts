import { and, eq, ne, type SQL } from 'drizzle-orm';
import { Hono } from 'hono';
import { authSessions, type AuthSession } from '../../../drizzle/tables/auth-sessions.ts';
import type { AuthEnv } from './auth-env.ts';
import { userBearer } from './bearer.ts';
import { malformed } from './errors.ts';

/** Which sessions end, seen from the one that asks. */
const SCOPES = new Map<string, (session: AuthSession) => SQL | undefined>([
  ['global', ({ user_id }) => eq(authSessions.user_id, user_id)],
  ['local', ({ id }) => eq(authSessions.id, id)],
  ['others', ({ id, user_id }) => and(eq(authSessions.user_id, user_id), ne(authSessions.id, id))],
]);

export const logoutRoutes = new Hono<AuthEnv>().post('/logout', userBearer, async (c) => {
  const scope = SCOPES.get(c.req.query('scope') ?? 'global');
  if (!scope) throw malformed('Unsupported logout scope');
  await c
    .get('db')
    .delete(authSessions)
    .where(scope(c.get('caller').session));
  return c.body(null, 204);
});
