import type { AuthFactor } from '../../../../../drizzle/tables/people/auth-factors.ts';
import { MINUTE } from '../../../../contract/time/durations.ts';

/** How long an unverified factor, and a challenge, wait for their code, in milliseconds. */
export const FACTOR_WAIT_MS = 5 * MINUTE;

/** Whether a factor can be used: it is verified, or still has time to be. */
export function isAlive(factor: AuthFactor, now: Date): boolean {
  return factor.status === 'verified' || now.getTime() - factor.created_at.getTime() < FACTOR_WAIT_MS;
}
