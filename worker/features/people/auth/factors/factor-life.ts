import type { AuthFactor } from '../../../../../drizzle/tables/people/auth-factors.ts';
import { MINUTE } from '../../../../contract/time/durations.ts';

/** How long an unverified factor or a challenge can be used, in ms. */
export const FACTOR_WAIT_MS = 5 * MINUTE;

export function isAlive(factor: AuthFactor, now: Date): boolean {
  return factor.status === 'verified' || now.getTime() - factor.created_at.getTime() < FACTOR_WAIT_MS;
}
