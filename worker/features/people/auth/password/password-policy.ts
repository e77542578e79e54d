import type { Context } from 'hono';
import type { AuthEnv } from '../base/auth-env.ts';
import { malformed, weakPassword } from '../base/errors.ts';
import { isBreached } from './breached-password.ts';
import { isOfOurWords } from './our-words.rules.ts';

/** In characters. Longer passwords are refused before hashing, even at sign-in. */
export const MAX_PASSWORD = 100;

/** Why a password is weak: `length` stands for too short, `pwned` for easy to guess. Auth clients know these words. */
type Weakness = 'length' | 'pwned';

/** Throws a 422 `weak_password`, or a 400 if the password is too long. */
export async function checkPassword(c: Context<AuthEnv>, password: string): Promise<void> {
  if (password.length > MAX_PASSWORD) throw passwordTooLong();
  const reasons = await weaknesses(c, password);
  if (reasons.includes('length'))
    throw weakPassword(`Password should be at least ${c.get('config').min_password} characters.`, reasons);
  if (reasons.length > 0)
    throw weakPassword('Many people use this password, so it is easy to guess. Choose another one.', reasons);
}

export async function weaknesses(c: Context<AuthEnv>, password: string): Promise<Weakness[]> {
  if (password.length < c.get('config').min_password) return ['length'];
  const isWeak =
    isOfOurWords(password) || (await isCommon(password)) || (await isBreached(c.env.BREACH_RANGE_URL, password));
  return isWeak ? ['pwned'] : [];
}

/** The list has the 5,000 most common passwords of at least eight characters. It loads on demand. */
async function isCommon(password: string): Promise<boolean> {
  const { default: list } = await import('virtual:common-passwords');
  return list.includes(`\n${password.toLowerCase()}\n`);
}

export function passwordTooLong() {
  return malformed(`Password cannot be longer than ${MAX_PASSWORD} characters`);
}
