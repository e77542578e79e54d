import { and, eq, ne, type SQL } from 'drizzle-orm';
import { Hono } from 'hono';
import { authSessions, type AuthSession } from '../../../../drizzle/tables/auth-sessions.ts';
import type { AuthEnv } from '../auth-env.ts';
import { userBearer } from './bearer.ts';
import { malformed } from '../errors.ts';
import { endFlows } from '../accounts/users.db.ts';

/** Which sessions end, seen from the one that asks. */
const SCOPES = new Map<string, (session: AuthSession) => SQL | undefined>([
  ['global', ({ user_id }) => eq(authSessions.user_id, user_id)],
  ['local', ({ id }) => eq(authSessions.id, id)],
  ['others', ({ id, user_id }) => and(eq(authSessions.user_id, user_id), ne(authSessions.id, id))],
]);

export const logoutRoutes = new Hono<AuthEnv>().post('/logout', userBearer, async (c) => {
  const name = c.req.query('scope') ?? 'global';
  const scope = SCOPES.get(name);
  if (!scope) throw malformed('Unsupported logout scope');
  const [db, { session }] = [c.get('db'), c.get('caller')];
  const end = db.delete(authSessions).where(scope(session));
  // What another session has begun would open a new one; which of them began it is not known.
  await db.batch(name === 'local' ? [end] : [end, endFlows(db, session.user_id)]);
  return c.body(null, 204);
});
