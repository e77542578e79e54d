import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import { authIdentities } from '../../../../../drizzle/tables/people/auth-identities.ts';
import {
  authAmr,
  authSessions,
  type AuthAmr,
  type AuthSession,
} from '../../../../../drizzle/tables/people/auth-sessions.ts';
import { authUsers } from '../../../../../drizzle/tables/people/auth-users.ts';
import type { Db } from '../../../../context.ts';
import type { Statement } from '../../../../http/database/batch.ts';
import { readsOfRecord, userUpdate, type UserRecord } from '../base/users.db.ts';
import { flowDelete } from './flow-states.db.ts';
import { endOf } from './session-life.ts';

export interface SessionRecord {
  session: AuthSession;
  amr: AuthAmr[];
  record: UserRecord;
}

/** The most sessions that a user's list of sessions shows. */
const MOST_LISTED = 100;

export const LOGOUT_SCOPES = ['global', 'local', 'others'] as const;
export type LogoutScope = (typeof LOGOUT_SCOPES)[number];

/** Stores a new session, and records the sign-in on the user and on the identity that was used. */
export function sessionInserts(
  db: Db,
  { session, amr, identity_id }: { session: AuthSession; amr: AuthAmr; identity_id: string | undefined },
): Statement[] {
  const signedIn = { last_sign_in_at: session.created_at, updated_at: session.created_at };
  return [
    db.insert(authSessions).values(session),
    db.insert(authAmr).values(amr),
    userUpdate(db, session.user_id, signedIn),
    ...(identity_id ? [db.update(authIdentities).set(signedIn).where(eq(authIdentities.id, identity_id))] : []),
  ];
}

/** Finds a session and its user. Returns undefined if either does not exist or the user is deleted. One round trip. */
export async function findSession(db: Db, id: string): Promise<SessionRecord | undefined> {
  const owner = db.select({ user_id: authSessions.user_id }).from(authSessions).where(eq(authSessions.id, id));
  const [[session], amr, [user], identities, factors] = await db.batch([
    db.select().from(authSessions).where(eq(authSessions.id, id)),
    db.select().from(authAmr).where(eq(authAmr.session_id, id)),
    ...readsOfRecord(db, eq(authUsers.id, owner)),
  ]);
  return session && user && !user.deleted_at ? { session, amr, record: { user, identities, factors } } : undefined;
}

/** Finds a user and a session, each by its own id, so either may be missing. One round trip. */
export async function findClaimed(db: Db, { user_id, session_id }: { user_id: string; session_id: string }) {
  const [[user], identities, factors, [session], amr] = await db.batch([
    ...readsOfRecord(db, eq(authUsers.id, user_id)),
    db.select().from(authSessions).where(eq(authSessions.id, session_id)),
    db.select().from(authAmr).where(eq(authAmr.session_id, session_id)),
  ]);
  return { user, identities, factors, session, amr };
}

/**
 * Adds 1 to the session's counter and extends the session. Returns undefined if another request was faster, or the
 * session has ended.
 */
export async function advanceCounter(
  db: Db,
  { session, now }: { session: Pick<AuthSession, 'id' | 'counter' | 'created_at'>; now: Date },
): Promise<AuthSession | undefined> {
  const isCurrent = and(eq(authSessions.id, session.id), eq(authSessions.counter, session.counter));
  const [advanced] = await db
    .update(authSessions)
    .set({ counter: sql`counter + 1`, refreshed_at: now, not_after: endOf(session, now) })
    .where(and(isCurrent, gt(authSessions.not_after, now)))
    .returning();
  return advanced;
}

export async function noteProof(
  db: Db,
  { session_id, method, now }: { session_id: string; method: 'otp' | 'password'; now: Date },
): Promise<void> {
  await db
    .insert(authAmr)
    .values({ session_id, method, created_at: now })
    .onConflictDoUpdate({ target: [authAmr.session_id, authAmr.method], set: { created_at: now } });
}

export async function deleteSession(db: Db, id: string): Promise<void> {
  await db.delete(authSessions).where(eq(authSessions.id, id));
}

/** Returns the user's live sessions, last used first, without their keys. */
export function findOwnSessions(db: Db, { user_id, now }: { user_id: string; now: Date }) {
  const { id, user_agent, created_at } = authSessions;
  const used_at = sql`coalesce(${authSessions.refreshed_at}, ${created_at})`.mapWith(created_at).as('used_at');
  return db
    .select({ id, user_agent, created_at, used_at })
    .from(authSessions)
    .where(and(eq(authSessions.user_id, user_id), gt(authSessions.not_after, now)))
    .orderBy(desc(used_at))
    .limit(MOST_LISTED);
}

/**
 * Ends a session, and deletes the user's unfinished auth flows, such as a sign-in through a provider. Returns false if
 * the user has no such session.
 */
export async function endSession(db: Db, { id, user_id }: { id: string; user_id: string }): Promise<boolean> {
  const isOwn = and(eq(authSessions.id, id), eq(authSessions.user_id, user_id));
  const [ended] = await db.batch([
    db.delete(authSessions).where(isOwn).returning({ id: authSessions.id }),
    flowDelete(db, user_id),
  ]);
  return ended.length > 0;
}

/**
 * The scopes `global` and `others` also delete the user's unfinished auth flows, because an unfinished sign-in could
 * still start a new session.
 */
export async function signOut(db: Db, { session, scope }: { session: AuthSession; scope: LogoutScope }): Promise<void> {
  const { id, user_id } = session;
  if (scope === 'local') return deleteSession(db, id);
  await db.batch([sessionDelete(db, user_id, scope === 'others' ? { except: id } : {}), flowDelete(db, user_id)]);
}

export function sessionDelete(db: Db, userId: string, { except }: { except?: string } = {}) {
  return db
    .delete(authSessions)
    .where(and(eq(authSessions.user_id, userId), except === undefined ? undefined : ne(authSessions.id, except)));
}
