import type { AuthAmr, AuthSession } from '../../../../../drizzle/tables/people/auth-sessions.ts';
import { KEEPING_DAYS } from '../../../../contract/talk/keeping-times.ts';
import { DAY, MINUTE } from '../../../../contract/time/durations.ts';

/** How long an access token is valid, in seconds. */
export const ACCESS_TOKEN_SECONDS = 3600;

const UNUSED_MS = KEEPING_DAYS.unused_session * DAY;
const WHOLE_MS = KEEPING_DAYS.whole_session * DAY;

export function endOf({ created_at }: Pick<AuthSession, 'created_at'>, now: Date): Date {
  return new Date(Math.min(now.getTime() + UNUSED_MS, created_at.getTime() + WHOLE_MS));
}

export function hasEnded({ not_after }: Pick<AuthSession, 'not_after'>, now: Date): boolean {
  return not_after <= now;
}

/**
 * True within `seconds` of the last refresh, or of the sign-in if there was no refresh. A client may then still use an
 * older refresh token.
 */
export function isJustRefreshed(
  { refreshed_at, created_at }: AuthSession,
  { now, seconds }: { now: Date; seconds: number },
): boolean {
  return now.getTime() - (refreshed_at ?? created_at).getTime() <= seconds * 1000;
}

const PROOF_MS = 10 * MINUTE;

/**
 * True within ten minutes of the person's last proof. The sign-in, a factor, or a later password or code counts as a
 * proof. A refresh does not.
 */
export function isFreshlyProven(
  { session, amr }: { session: Pick<AuthSession, 'created_at'>; amr: readonly Pick<AuthAmr, 'created_at'>[] },
  now: Date,
): boolean {
  return [session, ...amr].some(({ created_at }) => now.getTime() - created_at.getTime() < PROOF_MS);
}
