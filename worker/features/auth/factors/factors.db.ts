import { and, eq, getTableColumns, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { authChallenges, authFactors, type AuthChallenge, type AuthFactor } from '../../../../drizzle/tables/auth-factors.ts';
import { authAmr, authSessions, type AuthSession } from '../../../../drizzle/tables/auth-sessions.ts';
import type { FactorType } from '../../../../drizzle/vocabulary.ts';
import type { Db } from '../../../context.ts';
import type { Statement } from '../sessions/start-session.ts';
import { endFlows } from '../accounts/users.db.ts';

/** How many factors a user may have, unverified ones included. */
export const MAX_FACTORS = 10;
/** How long an unverified factor, and a challenge, may wait for its code. */
export const FACTOR_WAIT_MS = 300_000;
/** A challenge dies with its fifth wrong code. */
const MAX_ATTEMPTS = 5;

const AMR_OF: Record<FactorType, string> = { totp: 'totp', phone: 'mfa/phone' };

/** Whether a factor counts: verified, or still within its time to be. */
export function isAlive(factor: AuthFactor, now: Date): boolean {
  return factor.status === 'verified' || now.getTime() - factor.created_at.getTime() < FACTOR_WAIT_MS;
}

/** Writes a factor unless the user has the most already; false where so. Unverified ones past their time make room first. */
export async function insertFactor(db: Db, { factor, now }: { factor: AuthFactor; now: Date }): Promise<boolean> {
  const expired = and(
    eq(authFactors.user_id, factor.user_id),
    eq(authFactors.status, 'unverified'),
    lt(authFactors.created_at, new Date(now.getTime() - FACTOR_WAIT_MS)),
  );
  const values = Object.keys(getTableColumns(authFactors)).map((name) => {
    const value = factor[name as keyof AuthFactor];
    return sql`${value instanceof Date ? value.getTime() : value}`;
  });
  const count = sql`(select count(*) from ${authFactors} where user_id = ${factor.user_id})`;
  const [, made] = await db.batch([
    db.delete(authFactors).where(expired),
    db
      .insert(authFactors)
      .select(sql`select ${sql.join(values, sql`, `)} where ${count} < ${MAX_FACTORS}`)
      .returning({ id: authFactors.id }),
  ]);
  return made.length > 0;
}

/** Writes a challenge and when its factor was last asked. */
export async function insertChallenge(
  db: Db,
  { challenge, now, alongside = [] }: { challenge: AuthChallenge; now: Date; alongside?: Statement[] },
): Promise<void> {
  await db.batch([
    db.delete(authChallenges).where(lt(authChallenges.expires_at, new Date(now.getTime() - FACTOR_WAIT_MS))),
    db.insert(authChallenges).values(challenge),
    db.update(authFactors).set({ last_challenged_at: now, updated_at: now }).where(eq(authFactors.id, challenge.factor_id)),
    ...alongside,
  ]);
}

/** Counts one try at a challenge. Returns it while it is open and has tries left, else what stands in the way. */
export async function tryChallenge(
  db: Db,
  { id, factor_id, ip, now }: { id: string; factor_id: string; ip: string; now: Date },
): Promise<AuthChallenge | 'gone' | 'other_place'> {
  const isIt = and(eq(authChallenges.id, id), eq(authChallenges.factor_id, factor_id));
  const isOpen = and(isNull(authChallenges.verified_at), eq(authChallenges.ip, ip), gt(authChallenges.expires_at, now));
  const [[open], [challenge]] = await db.batch([
    db
      .update(authChallenges)
      .set({ attempts: sql`${authChallenges.attempts} + 1` })
      .where(and(isIt, isOpen, lt(authChallenges.attempts, MAX_ATTEMPTS)))
      .returning(),
    db.select().from(authChallenges).where(isIt),
  ]);
  if (open) return open;
  return challenge && (challenge.verified_at || challenge.ip !== ip) ? 'other_place' : 'gone';
}

/** Spends a challenge and, for TOTP, the time step of its code. False where another request was quicker: both count once only. */
export async function spendChallenge(
  db: Db,
  { challenge, step, now }: { challenge: AuthChallenge; step: number | null; now: Date },
): Promise<boolean> {
  const isFresh = or(isNull(authFactors.last_step), lt(authFactors.last_step, step ?? 0));
  const [spent, stepped] = await db.batch([
    db
      .update(authChallenges)
      .set({ verified_at: now })
      .where(and(eq(authChallenges.id, challenge.id), isNull(authChallenges.verified_at)))
      .returning({ id: authChallenges.id }),
    db
      .update(authFactors)
      .set({ last_step: step })
      .where(and(eq(authFactors.id, challenge.factor_id), step === null ? undefined : isFresh))
      .returning({ id: authFactors.id }),
  ]);
  return spent.length > 0 && stepped.length > 0;
}

/**
 * Raises a session to aal2 by a factor (contract 1.10): the factor is verified, the refresh tokens made before die, the user's other
 * sessions below aal2 end with every OAuth flow they began, and so do the unverified factors of the same type. Returns the session as it is now, undefined where it
 * ended meanwhile.
 */
export async function raiseSession(
  db: Db,
  { session, factor, now }: { session: AuthSession; factor: AuthFactor; now: Date },
): Promise<AuthSession | undefined> {
  const { user_id } = session;
  const amr = { session_id: session.id, method: AMR_OF[factor.factor_type], provider: null, created_at: now };
  const counter = sql`${authSessions.counter} + 2`;
  const [[raised]] = await db.batch([
    db
      .update(authSessions)
      .set({ aal: 'aal2', factor_id: factor.id, counter, counter_floor: counter, refreshed_at: now })
      .where(eq(authSessions.id, session.id))
      .returning(),
    db
      .insert(authAmr)
      .select(
        db
          .select({
            session_id: authSessions.id,
            method: sql`${amr.method}`.as('method'),
            provider: sql`null`.as('provider'),
            created_at: sql`${now.getTime()}`.as('created_at'),
          })
          .from(authSessions)
          .where(eq(authSessions.id, session.id)),
      )
      .onConflictDoUpdate({ target: [authAmr.session_id, authAmr.method], set: { created_at: now } }),
    db.update(authFactors).set({ status: 'verified', updated_at: now }).where(eq(authFactors.id, factor.id)),
    db.delete(authSessions).where(and(eq(authSessions.user_id, user_id), ne(authSessions.id, session.id), eq(authSessions.aal, 'aal1'))),
    endFlows(db, user_id),
    db
      .delete(authFactors)
      .where(
        and(
          eq(authFactors.user_id, user_id),
          eq(authFactors.factor_type, factor.factor_type),
          eq(authFactors.status, 'unverified'),
          ne(authFactors.id, factor.id),
        ),
      ),
  ]);
  return raised;
}

/** Changes what an admin may change of a factor. Throws where the user has another factor of that name. */
export async function updateFactor(
  db: Db,
  { id, change }: { id: string; change: Partial<Pick<AuthFactor, 'friendly_name' | 'phone' | 'updated_at'>> },
): Promise<void> {
  await db.update(authFactors).set(change).where(eq(authFactors.id, id));
}

/** Removes a factor; every session raised by it falls to aal1 and forgets how it rose. */
export async function deleteFactor(db: Db, { factor }: { factor: AuthFactor }): Promise<void> {
  const raised = db.select({ id: authSessions.id }).from(authSessions).where(eq(authSessions.factor_id, factor.id));
  await db.batch([
    db.delete(authAmr).where(and(inArray(authAmr.session_id, raised), inArray(authAmr.method, Object.values(AMR_OF)))),
    db.update(authSessions).set({ aal: 'aal1', factor_id: null }).where(eq(authSessions.factor_id, factor.id)),
    db.delete(authFactors).where(eq(authFactors.id, factor.id)),
  ]);
}
