import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Context } from 'hono';
import * as v from 'valibot';
import { authAmr, authSessions, type AuthAmr, type AuthSession } from '../../../../drizzle/tables/auth-sessions.ts';
import type { AuthEnv } from '../auth-env.ts';
import { malformed, refuse } from '../errors.ts';
import { authBody } from '../inputs.ts';
import { limitRequest } from '../limits.ts';
import { isGenuine, readRefreshToken, type RefreshClaim } from './refresh-token.ts';
import { sessionBody, type SessionBody } from './start-session.ts';
import { authUsers } from '../../../../drizzle/tables/auth-users.ts';
import { readsOfRecord, type UserRecord } from '../accounts/users.db.ts';

const RefreshGrant = v.object({ refresh_token: v.pipe(v.string('refresh_token required'), v.nonEmpty('refresh_token required')) });

interface Held {
  session: AuthSession;
  record: UserRecord;
  amr: AuthAmr[];
}

/**
 * The refresh grant (contract 0 and 1.7): the current token makes its child by one conditional update, its parent answers the child
 * again, and an older one is taken for stolen and ends the session.
 */
export async function refreshGrant(c: Context<AuthEnv>): Promise<SessionBody> {
  const { refresh_token } = await authBody(c, RefreshGrant);
  await limitRequest(c, 'token');
  const claim = await readRefreshToken(refresh_token);
  if (!claim) throw malformed('Refresh token is not valid');
  const held = await readHeld(c, claim.session_id);
  if (!held || !(await isGenuine(claim, held.session.refresh_key))) throw notFound();
  refuseEnded(c, held);
  return sessionBody(c, await currentOf(c, { held, claim }));
}

async function currentOf(c: Context<AuthEnv>, { held, claim }: { held: Held; claim: RefreshClaim }): Promise<Held> {
  const age = held.session.counter - claim.counter;
  if (age < 0) throw notFound();
  if (age === 0) {
    const rotated = await rotate(c, held.session);
    if (rotated) return { ...held, session: rotated };
    // Another request with the same token was faster: this one is now the parent's.
    const again = await readHeld(c, claim.session_id);
    if (!again) throw notFound();
    return currentOf(c, { held: again, claim });
  }
  const isRecent = isWithinReuse(c, held.session) && claim.counter >= held.session.counter_floor;
  if ((age === 1 && claim.counter >= held.session.counter_floor) || isRecent) return held;
  await c.get('db').delete(authSessions).where(eq(authSessions.id, held.session.id));
  throw refuse(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
}

/** The one write of a refresh: the counter moves on only where it still is what was read. */
async function rotate(c: Context<AuthEnv>, { id, counter }: AuthSession): Promise<AuthSession | undefined> {
  const now = c.get('now');
  const [rotated] = await c
    .get('db')
    .update(authSessions)
    .set({ counter: sql`counter + 1`, refreshed_at: now })
    .where(
      and(eq(authSessions.id, id), eq(authSessions.counter, counter), or(isNull(authSessions.not_after), gt(authSessions.not_after, now))),
    )
    .returning();
  return rotated;
}

async function readHeld(c: Context<AuthEnv>, sessionId: string): Promise<Held | undefined> {
  const db = c.get('db');
  const owner = db.select({ user_id: authSessions.user_id }).from(authSessions).where(eq(authSessions.id, sessionId));
  const [[session], amr, [user], identities, factors] = await db.batch([
    db.select().from(authSessions).where(eq(authSessions.id, sessionId)),
    db.select().from(authAmr).where(eq(authAmr.session_id, sessionId)),
    ...readsOfRecord(db, eq(authUsers.id, owner)),
  ]);
  return session && user && !user.deleted_at ? { session, amr, record: { user, identities, factors } } : undefined;
}

function refuseEnded(c: Context<AuthEnv>, { session, record }: Held): void {
  const now = c.get('now');
  if (record.user.banned_until && record.user.banned_until > now) throw refuse(400, 'user_banned', 'Invalid Refresh Token: User Banned');
  if (session.not_after && session.not_after <= now) throw refuse(400, 'session_expired', 'Invalid Refresh Token: Session Expired');
}

function isWithinReuse(c: Context<AuthEnv>, session: AuthSession): boolean {
  const since = c.get('now').getTime() - (session.refreshed_at ?? session.created_at).getTime();
  return since <= c.get('config').reuse_interval_s * 1000;
}

function notFound() {
  return refuse(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
}
