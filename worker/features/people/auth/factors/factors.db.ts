import { and, eq, inArray, isNull, lt, ne, notExists, or, sql } from 'drizzle-orm';
import { authFactors, type AuthFactor } from '../../../../../drizzle/tables/people/auth-factors.ts';
import { authRecoveryCodes } from '../../../../../drizzle/tables/people/auth-recovery-codes.ts';
import { authAmr, authSessions, type AuthSession } from '../../../../../drizzle/tables/people/auth-sessions.ts';
import { profiles } from '../../../../../drizzle/tables/people/profiles.ts';
import type { FactorType, Role } from '../../../../../drizzle/vocabulary.ts';
import type { Db } from '../../../../context.ts';
import type { Statement } from '../../../../http/database/batch.ts';
import { insertFrom } from '../../../../http/database/insert-from.ts';
import { flowDelete } from '../sessions/flow-states.db.ts';
import { endOf } from '../sessions/session-life.ts';
import type { AmrMethod } from '../sessions/start-session.ts';
import { FACTOR_WAIT_MS } from './factor-life.ts';

/** The most factors that a user can have. Unverified factors count, too. */
export const MAX_FACTORS = 10;

export const AMR_OF = { totp: 'totp', phone: 'mfa/phone', webauthn: 'mfa/webauthn' } as const satisfies Record<
  FactorType,
  AmrMethod
>;

export const RECOVERY_METHOD = 'mfa/recovery' satisfies AmrMethod;

/** Inserts a factor, and deletes the user's expired unverified ones. Returns false if the user has `MAX_FACTORS`. */
export async function insertFactor(db: Db, { factor, now }: { factor: AuthFactor; now: Date }): Promise<boolean> {
  const isExpired = and(
    eq(authFactors.user_id, factor.user_id),
    eq(authFactors.status, 'unverified'),
    lt(authFactors.created_at, new Date(now.getTime() - FACTOR_WAIT_MS)),
  );
  const count = sql`(select count(*) from ${authFactors} where user_id = ${factor.user_id})`;
  const [, made] = await db.batch([
    db.delete(authFactors).where(isExpired),
    insertFrom(db, authFactors, { row: factor, from: sql`where ${count} < ${MAX_FACTORS}` }).returning({
      id: authFactors.id,
    }),
  ]);
  return made.length > 0;
}

interface Raise {
  session: AuthSession;
  method: AmrMethod;
  /** Null if a recovery code raises the session. */
  factor_id: string | null;
  now: Date;
  alongside: readonly Statement[];
}

/**
 * Raises a session to `aal2`. Its older refresh tokens stop working. Also deletes the user's other sessions below
 * `aal2` and all open flows. Returns undefined if the session has ended.
 */
export async function raiseSession(
  db: Db,
  { session, method, factor_id, now, alongside }: Raise,
): Promise<AuthSession | undefined> {
  const { user_id } = session;
  const counter = sql`${authSessions.counter} + 2`;
  const proof = db
    .select({
      session_id: authSessions.id,
      method: sql`${method}`.as('method'),
      provider: sql`null`.as('provider'),
      created_at: sql`${now.getTime()}`.as('created_at'),
    })
    .from(authSessions)
    .where(eq(authSessions.id, session.id));
  const [[raised]] = await db.batch([
    db
      .update(authSessions)
      .set({
        aal: 'aal2',
        factor_id,
        counter,
        counter_floor: counter,
        refreshed_at: now,
        not_after: endOf(session, now),
      })
      .where(eq(authSessions.id, session.id))
      .returning(),
    db
      .insert(authAmr)
      .select(proof)
      .onConflictDoUpdate({ target: [authAmr.session_id, authAmr.method], set: { created_at: now } }),
    db
      .delete(authSessions)
      .where(and(eq(authSessions.user_id, user_id), ne(authSessions.id, session.id), eq(authSessions.aal, 'aal1'))),
    flowDelete(db, user_id),
    ...alongside,
  ]);
  return raised;
}

/** Statements that mark a factor as verified and delete the user's other unverified factors of the same type. */
export function factorVerification(db: Db, { factor, now }: { factor: AuthFactor; now: Date }): Statement[] {
  const isRival = and(
    eq(authFactors.user_id, factor.user_id),
    eq(authFactors.factor_type, factor.factor_type),
    eq(authFactors.status, 'unverified'),
    ne(authFactors.id, factor.id),
  );
  return [
    db.update(authFactors).set({ status: 'verified', updated_at: now }).where(eq(authFactors.id, factor.id)),
    db.delete(authFactors).where(isRival),
  ];
}

/** Throws if the user has another factor with that name. */
export async function updateFactor(
  db: Db,
  { id, change }: { id: string; change: Partial<Pick<AuthFactor, 'friendly_name' | 'phone' | 'updated_at'>> },
): Promise<void> {
  await db.update(authFactors).set(change).where(eq(authFactors.id, id));
}

export async function deleteFactor(db: Db, id: string, alongside: readonly Statement[] = []): Promise<void> {
  await db.batch([...factorDeletes(db, id), ...alongside]);
}

/**
 * Statements that delete a factor. Every session that it raised falls back to `aal1`. If the factor is verified, the
 * sessions that a recovery code raised also fall back. The recovery codes are deleted with the last verified factor.
 */
export function factorDeletes(db: Db, id: string) {
  const owner = db.select({ user_id: authFactors.user_id }).from(authFactors).where(eq(authFactors.id, id));
  const verifiedOwner = db
    .select({ user_id: authFactors.user_id })
    .from(authFactors)
    .where(and(eq(authFactors.id, id), eq(authFactors.status, 'verified')));
  const isByCode = and(
    inArray(authSessions.user_id, verifiedOwner),
    eq(authSessions.aal, 'aal2'),
    isNull(authSessions.factor_id),
  );
  const isRaised = or(eq(authSessions.factor_id, id), isByCode);
  const raised = db.select({ id: authSessions.id }).from(authSessions).where(isRaised);
  const others = db
    .select({ id: authFactors.id })
    .from(authFactors)
    .where(and(inArray(authFactors.user_id, owner), ne(authFactors.id, id), eq(authFactors.status, 'verified')));
  return [
    db
      .delete(authAmr)
      .where(
        and(inArray(authAmr.session_id, raised), inArray(authAmr.method, [...Object.values(AMR_OF), RECOVERY_METHOD])),
      ),
    db.update(authSessions).set({ aal: 'aal1', factor_id: null }).where(isRaised),
    db.delete(authRecoveryCodes).where(and(inArray(authRecoveryCodes.user_id, owner), notExists(others))),
    db.delete(authFactors).where(eq(authFactors.id, id)),
  ] as const;
}

export async function hasRole(db: Db, { user_id, role }: { user_id: string; role: Role }): Promise<boolean> {
  const rows = await db
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(eq(profiles.id, user_id), eq(profiles.role, role)));
  return rows.length > 0;
}

export const verifiedFactorDelete = (db: Db, userId: string) =>
  db.delete(authFactors).where(and(eq(authFactors.user_id, userId), eq(authFactors.status, 'verified')));
