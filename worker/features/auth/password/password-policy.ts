import type { Context } from 'hono';
import type { AuthEnv } from '../auth-env.ts';
import { malformed, weakPassword } from '../errors.ts';

/** A longer password, new or not, is refused before it is hashed. In characters. */
export const MAX_PASSWORD = 100;

/** Refuses a new password that breaks the policy: 422 `weak_password`, or 400 if it is too long. */
export function checkPassword(c: Context<AuthEnv>, password: string): void {
  if (password.length > MAX_PASSWORD) throw passwordTooLong();
  const reasons = weaknesses(c, password);
  if (reasons.length > 0) throw weakPassword(`Password should be at least ${c.get('config').min_password} characters.`, reasons);
}

/** The ways in which a password breaks the policy; none for a good one. */
export function weaknesses(c: Context<AuthEnv>, password: string): string[] {
  return password.length < c.get('config').min_password ? ['length'] : [];
}

export function passwordTooLong() {
  return malformed(`Password cannot be longer than ${MAX_PASSWORD} characters`);
}
