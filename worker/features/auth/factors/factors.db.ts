import { and, eq, inArray, lt, ne, sql } from 'drizzle-orm';
import { authFactors, type AuthFactor } from '../../../../drizzle/tables/auth-factors.ts';
import { authAmr, authSessions, type AuthSession } from '../../../../drizzle/tables/auth-sessions.ts';
import type { FactorType } from '../../../../drizzle/vocabulary.ts';
import type { Db } from '../../../context.ts';
import type { Statement } from '../../../http/batch.ts';
import { insertFrom } from '../../../http/insert-from.ts';
import { flowDelete } from '../oauth/flow-states.db.ts';
import { endOf } from '../sessions/session-life.ts';
import type { AmrMethod } from '../sessions/start-session.ts';
import { FACTOR_WAIT_MS } from './factor-life.ts';

/** How many factors a user may have, unverified ones included. */
export const MAX_FACTORS = 10;

/** How a factor proves a session, as the `amr` claim calls it. */
export const AMR_OF = { totp: 'totp', phone: 'mfa/phone', webauthn: 'mfa/webauthn' } as const satisfies Record<FactorType, AmrMethod>;

/** Inserts a factor, and first deletes the user's unverified factors whose time has run out. False if the user has the most already. */
export async function insertFactor(db: Db, { factor, now }: { factor: AuthFactor; now: Date }): Promise<boolean> {
  const isExpired = and(
    eq(authFactors.user_id, factor.user_id),
    eq(authFactors.status, 'unverified'),
    lt(authFactors.created_at, new Date(now.getTime() - FACTOR_WAIT_MS)),
  );
  const count = sql`(select count(*) from ${authFactors} where user_id = ${factor.user_id})`;
  const [, made] = await db.batch([
    db.delete(authFactors).where(isExpired),
    insertFrom(db, authFactors, { row: factor, from: sql`where ${count} < ${MAX_FACTORS}` }).returning({ id: authFactors.id }),
  ]);
  return made.length > 0;
}

/**
 * Raises a session to `aal2` by a factor, and makes the factor verified. Refresh tokens from before are refused from now on. The user's
 * other sessions below `aal2`, all open flows, and the unverified factors of the same type are deleted. Returns the session as it is now,
 * undefined if it ended meanwhile.
 */
export async function raiseSession(
  db: Db,
  { session, factor, now, alongside }: { session: AuthSession; factor: AuthFactor; now: Date; alongside: readonly Statement[] },
): Promise<AuthSession | undefined> {
  const { user_id } = session;
  const counter = sql`${authSessions.counter} + 2`;
  const proof = db
    .select({
      session_id: authSessions.id,
      method: sql`${AMR_OF[factor.factor_type]}`.as('method'),
      provider: sql`null`.as('provider'),
      created_at: sql`${now.getTime()}`.as('created_at'),
    })
    .from(authSessions)
    .where(eq(authSessions.id, session.id));
  const isRival = and(
    eq(authFactors.user_id, user_id),
    eq(authFactors.factor_type, factor.factor_type),
    eq(authFactors.status, 'unverified'),
    ne(authFactors.id, factor.id),
  );
  const [[raised]] = await db.batch([
    db
      .update(authSessions)
      .set({ aal: 'aal2', factor_id: factor.id, counter, counter_floor: counter, refreshed_at: now, not_after: endOf(session, now) })
      .where(eq(authSessions.id, session.id))
      .returning(),
    db
      .insert(authAmr)
      .select(proof)
      .onConflictDoUpdate({ target: [authAmr.session_id, authAmr.method], set: { created_at: now } }),
    db.update(authFactors).set({ status: 'verified', updated_at: now }).where(eq(authFactors.id, factor.id)),
    db.delete(authSessions).where(and(eq(authSessions.user_id, user_id), ne(authSessions.id, session.id), eq(authSessions.aal, 'aal1'))),
    flowDelete(db, user_id),
    db.delete(authFactors).where(isRival),
    ...alongside,
  ]);
  return raised;
}

/** Changes the columns of a factor that an admin may change. Throws if the user has another factor of that name. */
export async function updateFactor(
  db: Db,
  { id, change }: { id: string; change: Partial<Pick<AuthFactor, 'friendly_name' | 'phone' | 'updated_at'>> },
): Promise<void> {
  await db.update(authFactors).set(change).where(eq(authFactors.id, id));
}

/** Deletes a factor. */
export async function deleteFactor(db: Db, id: string, alongside: readonly Statement[] = []): Promise<void> {
  await db.batch([...factorDeletes(db, id), ...alongside]);
}

/** The statements that delete a factor. Every session that it raised falls back to `aal1` and loses that proof. */
export function factorDeletes(db: Db, id: string) {
  const raised = db.select({ id: authSessions.id }).from(authSessions).where(eq(authSessions.factor_id, id));
  return [
    db.delete(authAmr).where(and(inArray(authAmr.session_id, raised), inArray(authAmr.method, Object.values(AMR_OF)))),
    db.update(authSessions).set({ aal: 'aal1', factor_id: null }).where(eq(authSessions.factor_id, id)),
    db.delete(authFactors).where(eq(authFactors.id, id)),
  ] as const;
}
