import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { authChallenges, authFactors, type AuthChallenge } from '../../../../drizzle/tables/auth-factors.ts';
import type { Db } from '../../../context.ts';
import type { Statement } from '../../../http/batch.ts';
import { FACTOR_WAIT_MS } from './factor-life.ts';

/** The fifth wrong code ends a challenge. */
const MAX_TRIES = 5;

/** Inserts a challenge and notes when its factor was last asked. Long expired challenges are deleted first. */
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

/**
 * Counts one try at a challenge and returns the challenge. `expired` if it is unknown, expired or out of tries; `other_place` if it was
 * made from another network address, or has been answered.
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

/** Uses up a challenge and, for TOTP, the time step of its code. False if another request used one of them first. */
export async function spendChallenge(
  db: Db,
  { challenge, step, now }: { challenge: AuthChallenge; step: number | null; now: Date },
): Promise<boolean> {
  const isUnused = or(isNull(authFactors.last_step), lt(authFactors.last_step, step ?? 0));
  const [spent, stepped] = await db.batch([
    db
      .update(authChallenges)
      .set({ verified_at: now })
      .where(and(eq(authChallenges.id, challenge.id), isNull(authChallenges.verified_at)))
      .returning({ id: authChallenges.id }),
    db
      .update(authFactors)
      .set({ last_step: step })
      .where(and(eq(authFactors.id, challenge.factor_id), step === null ? undefined : isUnused))
      .returning({ id: authFactors.id }),
  ]);
  return spent.length > 0 && stepped.length > 0;
}
