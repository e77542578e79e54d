import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { AuthEnv, Caller } from '../base/auth-env.ts';
import { consumeTypedCode } from './typed-code.ts';
import { refuse } from '../base/errors.ts';
import { isPassword } from '../password/password-hash.ts';
import { MAX_PASSWORD } from '../password/password-policy.ts';
import { isFreshlyProven } from '../sessions/session-life.ts';
import { noteProof } from '../sessions/sessions.db.ts';

/** The code from `/reauthenticate`, or the current password. */
interface GivenProof {
  nonce?: string | null | undefined;
  current_password?: string | null | undefined;
}

/** Guards changes of credentials. Use it behind `userBearer`. */
export const freshProof = createMiddleware<AuthEnv>(async (c, next) => {
  requireFreshProof(c, c.get('caller'));
  await next();
});

/**
 * Throws a 400 if the session has no proof from the last ten minutes, so that a stolen access token alone cannot change
 * credentials. Anonymous users need no proof.
 */
export function requireFreshProof(c: Context<AuthEnv>, caller: Caller): void {
  if (caller.user.is_anonymous || isFreshlyProven(caller, c.get('now'))) return;
  const text =
    'Prove that it is you first. Sign in again, or send your current password or the code from /reauthenticate to PUT /user.';
  throw refuse(400, 'reauthentication_needed', text);
}

/**
 * Checks the given code or password and records the proof in the session. Returns false if neither is given. Throws if
 * the code or the password is wrong.
 */
export async function takeProof(c: Context<AuthEnv>, { nonce, current_password }: GivenProof): Promise<boolean> {
  const { user, session } = c.get('caller');
  if (
    current_password &&
    (current_password.length > MAX_PASSWORD || !(await isPassword(current_password, user.password_hash)))
  ) {
    throw refuse(400, 'current_password_invalid', 'Current password is incorrect');
  }
  const sent = { kinds: ['reauthentication' as const], address: user.email ?? user.phone ?? '' };
  if (nonce && !(await consumeTypedCode(c, { ...sent, digits: nonce }))) {
    throw refuse(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
  }
  if (!nonce && !current_password) return false;
  await noteProof(c.get('db'), { session_id: session.id, method: nonce ? 'otp' : 'password', now: c.get('now') });
  return true;
}
