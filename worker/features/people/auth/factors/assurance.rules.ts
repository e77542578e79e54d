import type { AuthFactor } from '../../../../../drizzle/tables/people/auth-factors.ts';
import type { AuthSession } from '../../../../../drizzle/tables/people/auth-sessions.ts';

/** Whether a session still needs the second factor: its user has a verified one, and the session is not `aal2`. */
export function lacksSecondFactor({
  factors,
  session,
}: {
  factors: readonly Pick<AuthFactor, 'status'>[];
  session: Pick<AuthSession, 'aal'>;
}): boolean {
  return session.aal !== 'aal2' && factors.some((factor) => factor.status === 'verified');
}
