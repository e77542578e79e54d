import type { AuthSession } from '../../../../drizzle/tables/auth-sessions.ts';

/** How long an access token is valid, in seconds. */
export const ACCESS_TOKEN_SECONDS = 3600;

/** Whether a session is past its fixed end. A session without a fixed end lasts until something deletes it. */
export function hasEnded({ not_after }: AuthSession, now: Date): boolean {
  return not_after !== null && not_after <= now;
}

/** Whether a session was opened or refreshed at most `seconds` ago. Within that time a client may still send the token before last. */
export function isJustRefreshed({ refreshed_at, created_at }: AuthSession, { now, seconds }: { now: Date; seconds: number }): boolean {
  return now.getTime() - (refreshed_at ?? created_at).getTime() <= seconds * 1000;
}
