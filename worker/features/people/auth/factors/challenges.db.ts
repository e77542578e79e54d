import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { authChallenges, authFactors, type AuthChallenge } from '../../../../../drizzle/tables/people/auth-factors.ts';
import type { Db } from '../../../../context.ts';
import { runWrites, type Statement } from '../../../../http/database/batch.ts';
import { FACTOR_WAIT_MS } from './factor-life.ts';

const MAX_TRIES = 5;

/** Also deletes challenges that expired a while ago. */
export async function insertChallenge(
  db: Db,
  { challenge, now, alongside = [] }: { challenge: AuthChallenge; now: Date; alongside?: Statement[] },
): Promise<void> {
  await db.batch([
    db.delete(authChallenges).where(lt(authChallenges.expires_at, new Date(now.getTime() - FACTOR_WAIT_MS))),
    db.insert(authChallenges).values(challenge),
    db
      .update(authFactors)
      .set({ last_challenged_at: now, updated_at: now })
      .where(eq(authFactors.id, challenge.factor_id)),
    ...alongside,
  ]);
}

/**
 * Counts a try. Returns `expired` if the challenge is unknown, expired or out of tries, and `other_place` if it was
 * made from another network address or is already answered.
 */
export async function tryChallenge(
  db: Db,
  { id, factor_id, ip, now }: { id: string; factor_id: string; ip: string; now: Date },
): Promise<AuthChallenge | 'expired' | 'other_place'> {
  const isIt = and(eq(authChallenges.id, id), eq(authChallenges.factor_id, factor_id));
  const isOpen = and(isNull(authChallenges.verified_at), eq(authChallenges.ip, ip), gt(authChallenges.expires_at, now));
  const [[open], [challenge]] = await db.batch([
    db
      .update(authChallenges)
      .set({ attempts: sql`${authChallenges.attempts} + 1` })
      .where(and(isIt, isOpen, lt(authChallenges.attempts, MAX_TRIES)))
      .returning(),
    db.select().from(authChallenges).where(isIt),
  ]);
  if (open) return open;
  return challenge && (challenge.verified_at || challenge.ip !== ip) ? 'other_place' : 'expired';
}

/**
 * A correct answer to a challenge. `write` stores the answer's time step, passkey or counter, and returns no row if an
 * earlier answer has used it. A code from a text message has no `write`. The statement is in an object, because an
 * `await` of the statement alone would run it.
 */
export interface Proof {
  write: Statement | null;
}

/** Returns false if another request used the challenge or the proof first. */
export async function spendChallenge(
  db: Db,
  { challenge, proof, now }: { challenge: AuthChallenge; proof: Proof; now: Date },
): Promise<boolean> {
  const spent = db
    .update(authChallenges)
    .set({ verified_at: now })
    .where(and(eq(authChallenges.id, challenge.id), isNull(authChallenges.verified_at)))
    .returning({ id: authChallenges.id });
  const { answers } = await runWrites(db, proof.write ? [spent, proof.write] : [spent]);
  return answers.every((rows) => Array.isArray(rows) && rows.length > 0);
}

/** Marks this time step and all earlier ones as used. */
export function stepUpdate(db: Db, { factor_id, step }: { factor_id: string; step: number }): Statement {
  const isUnused = or(isNull(authFactors.last_step), lt(authFactors.last_step, step));
  return db
    .update(authFactors)
    .set({ last_step: step })
    .where(and(eq(authFactors.id, factor_id), isUnused))
    .returning({ id: authFactors.id });
}
