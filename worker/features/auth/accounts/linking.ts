import type { Context } from 'hono';
import type { AuthEnv, Caller } from '../auth-env.ts';
import { refuse } from '../errors.ts';

/** Linking must be switched on, and the caller must have shown the second factor they have. */
export function refuseLinking(c: Context<AuthEnv>, caller: Caller): void {
  if (!c.get('config').manual_linking) throw refuse(404, 'manual_linking_disabled', 'Manual linking is disabled');
  refuseWeakCaller(caller);
}

/** An identity is a way in, and may carry the address: with a second factor, aal1 changes neither. */
export function refuseWeakCaller({ factors, session }: Caller): void {
  const isMissing = session.aal !== 'aal2' && factors.some((each) => each.status === 'verified');
  if (isMissing) throw refuse(401, 'insufficient_aal', 'AAL2 session is required to change identities when MFA is enabled.');
}
