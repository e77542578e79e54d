import type { AuthFactor } from '../../../../../drizzle/tables/people/auth-factors.ts';
import type { AuthSession } from '../../../../../drizzle/tables/people/auth-sessions.ts';

export function lacksSecondFactor({
  factors,
  session,
}: {
  factors: readonly Pick<AuthFactor, 'status'>[];
  session: Pick<AuthSession, 'aal'>;
}): boolean {
  return session.aal !== 'aal2' && factors.some((factor) => factor.status === 'verified');
}
