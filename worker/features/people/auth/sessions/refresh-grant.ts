import type { Context } from 'hono';
import * as v from 'valibot';
import { isBanned } from '../accounts/ban.rules.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { malformed, refuse } from '../base/errors.ts';
import { authBody } from '../base/inputs.ts';
import { limitRefresh } from '../base/limits.ts';
import { isGenuine, readRefreshToken, type RefreshClaim } from './refresh-token.ts';
import { sessionBody, type SessionBody } from './session-body.ts';
import { hasEnded, isJustRefreshed } from './session-life.ts';
import { advanceCounter, deleteSession, findSession, type SessionRecord } from './sessions.db.ts';

const RefreshGrant = v.object({
  refresh_token: v.pipe(v.string('refresh_token required'), v.nonEmpty('refresh_token required')),
});

/**
 * One conditional update exchanges the current token for a new one. A client that sends the previous token gets the
 * current one, because it may have lost the last response. An even older token gets the current one only within
 * `reuse_interval_s` of the last refresh. After that, it counts as stolen and ends the session. A token from before the
 * last verification of a factor always ends the session. The token's checksum and MAC are checked before the session's
 * rate limit.
 */
export async function refreshGrant(c: Context<AuthEnv>): Promise<SessionBody> {
  const { refresh_token } = await authBody(c, RefreshGrant);
  const claim = await readRefreshToken(refresh_token);
  if (!claim) throw malformed('Refresh token is not valid');
  const found = await findSession(c.get('db'), claim.session_id);
  if (!found || !(await isGenuine(claim, found.session.refresh_key))) throw tokenNotFound();
  await limitRefresh(c, claim.session_id);
  refuseEnded(c, found);
  return sessionBody(c, await refreshed(c, { found, claim }));
}

async function refreshed(
  c: Context<AuthEnv>,
  { found, claim }: { found: SessionRecord; claim: RefreshClaim },
): Promise<SessionRecord> {
  const [db, now] = [c.get('db'), c.get('now')];
  const { session } = found;
  const age = session.counter - claim.counter;
  if (age < 0) throw tokenNotFound();
  if (age === 0) {
    const advanced = await advanceCounter(db, { session, now });
    if (advanced) return { ...found, session: advanced };
    // Another request was faster, so this token is no longer the current one.
    const again = await findSession(db, claim.session_id);
    if (!again) throw tokenNotFound();
    return refreshed(c, { found: again, claim });
  }
  const isRecent = age === 1 || isJustRefreshed(session, { now, seconds: c.get('config').reuse_interval_s });
  if (isRecent && claim.counter >= session.counter_floor) return found;
  await deleteSession(db, session.id);
  throw refuse(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
}

function refuseEnded(c: Context<AuthEnv>, { session, record }: SessionRecord): void {
  const now = c.get('now');
  if (isBanned(record.user, now)) throw refuse(400, 'user_banned', 'Invalid Refresh Token: User Banned');
  if (hasEnded(session, now)) throw refuse(400, 'session_expired', 'Invalid Refresh Token: Session Expired');
}

function tokenNotFound() {
  return refuse(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
}
