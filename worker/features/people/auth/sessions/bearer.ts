import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import {
  bearerOf,
  InvalidToken,
  verifyAccessToken,
  type AccessClaims,
} from '../../../../http/security/access-token.ts';
import { isBanned } from '../accounts/ban.rules.ts';
import type { AuthEnv, Caller } from '../base/auth-env.ts';
import { refuse, sessionNotFound, userBanned } from '../base/errors.ts';
import { hasEnded } from './session-life.ts';
import { findClaimed } from './sessions.db.ts';

/** Sets `caller`. Reads the user, the session and the ban from the database on every request. */
export const userBearer = createMiddleware<AuthEnv>(async (c, next) => {
  c.set('caller', await readCaller(c, await bearerClaims(c)));
  await next();
});

/** Throws a 401 `no_authorization` without a token, and a 403 `bad_jwt` for an invalid one. */
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

export async function readCaller(c: Context<AuthEnv>, { sub, session_id = '' }: AccessClaims): Promise<Caller> {
  if (!sub) throw refuse(403, 'bad_jwt', 'invalid claim: missing sub claim');
  const now = c.get('now');
  const { user, identities, factors, session, amr } = await findClaimed(c.get('db'), { user_id: sub, session_id });
  if (!user || user.deleted_at) throw refuse(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  if (isBanned(user, now)) throw userBanned();
  if (!session || session.user_id !== user.id || hasEnded(session, now)) throw sessionNotFound();
  return { user, identities, factors, session, amr };
}
