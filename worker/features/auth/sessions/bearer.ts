import { eq, inArray } from 'drizzle-orm';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { authAmr, authSessions } from '../../../../drizzle/tables/auth-sessions.ts';
import { authUsers } from '../../../../drizzle/tables/auth-users.ts';
import { bearerOf, InvalidToken, verifyAccessToken, type AccessClaims } from '../../../http/access-token.ts';
import type { AuthEnv, Caller } from '../auth-env.ts';
import { refuse } from '../errors.ts';
import { readsOfRecord } from '../accounts/users.db.ts';

/** Requires a user's bearer (contract 1.4): token, then user, session and ban, read fresh. Puts `caller` on the request. */
export const userBearer = createMiddleware<AuthEnv>(async (c, next) => {
  c.set('caller', await readCaller(c, await bearerClaims(c)));
  await next();
});

/** The claims of the request's bearer; 401 `no_authorization` without one, 403 `bad_jwt` where it does not verify. */
export async function bearerClaims(c: Context<AuthEnv>): Promise<AccessClaims> {
  const token = bearerOf(c.req.header('Authorization'));
  if (!token) throw refuse(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  try {
    return await verifyAccessToken(c.env, { token, now: c.get('now') });
  } catch (error) {
    if (!(error instanceof InvalidToken)) throw error;
    throw refuse(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${error.message}`);
  }
}

/** The user and live session that verified claims name, in one round trip. */
export async function readCaller(c: Context<AuthEnv>, { sub, session_id = '' }: AccessClaims): Promise<Caller> {
  if (!sub) throw refuse(403, 'bad_jwt', 'invalid claim: missing sub claim');
  const [db, now] = [c.get('db'), c.get('now')];
  const [[user], identities, factors, [session], amr] = await db.batch([
    ...readsOfRecord(db, eq(authUsers.id, sub)),
    db.select().from(authSessions).where(eq(authSessions.id, session_id)),
    db
      .select()
      .from(authAmr)
      .where(inArray(authAmr.session_id, [session_id])),
  ]);
  if (!user || user.deleted_at) throw refuse(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  if (user.banned_until && user.banned_until > now) throw refuse(403, 'user_banned', 'User is banned');
  if (!session || session.user_id !== user.id || (session.not_after && session.not_after <= now)) {
    throw refuse(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  }
  return { user, identities, factors, session, amr };
}
