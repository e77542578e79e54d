import type { Context } from 'hono';
import type { AuthEnv } from '../base/auth-env.ts';
import { malformed, weakPassword } from '../base/errors.ts';
import { isBreached } from './breached-password.ts';
import { isOfOurWords } from './our-words.rules.ts';

/** A longer password, new or not, is refused before it is hashed. In characters. */
export const MAX_PASSWORD = 100;

/** A reason as clients of the auth service know it: too short, or one that guessers try first. */
type Weakness = 'length' | 'pwned';

/** Refuses a new password that breaks the policy: 422 `weak_password`, or 400 if it is too long. */
export async function checkPassword(c: Context<AuthEnv>, password: string): Promise<void> {
  if (password.length > MAX_PASSWORD) throw passwordTooLong();
  const reasons = await weaknesses(c, password);
  if (reasons.includes('length'))
    throw weakPassword(`Password should be at least ${c.get('config').min_password} characters.`, reasons);
  if (reasons.length > 0)
    throw weakPassword('Many people use this password, so it is easy to guess. Choose another one.', reasons);
}

/** The ways in which a password breaks the policy; none for a good one. */
export async function weaknesses(c: Context<AuthEnv>, password: string): Promise<Weakness[]> {
  if (password.length < c.get('config').min_password) return ['length'];
  const isWeak =
    isOfOurWords(password) || (await isCommon(password)) || (await isBreached(c.env.BREACH_RANGE_URL, password));
  return isWeak ? ['pwned'] : [];
}

/**
 * Whether a password is one of the 5,000 most common ones of eight characters and more, in any case. The list is loaded
 * when it is needed.
 */
async function isCommon(password: string): Promise<boolean> {
  const { default: list } = await import('./common-passwords.txt?raw');
  return `\n${list}`.includes(`\n${password.toLowerCase()}\n`);
}

export function passwordTooLong() {
  return malformed(`Password cannot be longer than ${MAX_PASSWORD} characters`);
}
