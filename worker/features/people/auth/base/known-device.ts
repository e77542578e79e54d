import type { Context } from 'hono';
import { keyedHash, randomHex } from '../../../../http/security/crypto.ts';
import { readSignedCookie, writeSignedCookie } from '../../../../http/security/signed-cookie.ts';
import type { AuthEnv } from './auth-env.ts';

/**
 * The cookie of a browser in which somebody has signed in. It gives the browser its own rate limits for the account of
 * the last sign-in, but no access to that account.
 */
const COOKIE = { name: 'vouch-device', seconds: 180 * 86_400 };
const ID_BYTES = 16;

/** Returns this browser's id if the last sign-in here was to `account` (an email address or phone number). */
export async function knownDevice(c: Context<AuthEnv>, account: string): Promise<string | null> {
  const [mark, id] = (await readSignedCookie(c, COOKIE))?.split('-') ?? [];
  return id !== undefined && mark === (await markOf(c, account)) ? id : null;
}

/** Returns this browser's id, no matter which account was used in it. A new browser gets a new id. */
export async function deviceOf(c: Context<AuthEnv>): Promise<string> {
  const [, id] = (await readSignedCookie(c, COOKIE))?.split('-') ?? [];
  return id ?? randomHex(ID_BYTES);
}

export async function rememberDevice(
  c: Context<AuthEnv>,
  { account, device }: { account: string; device: string },
): Promise<void> {
  await writeSignedCookie(c, COOKIE, `${await markOf(c, account)}-${device}`);
}

/** Hashes the address, so that the cookie does not reveal it. */
async function markOf(c: Context<AuthEnv>, account: string): Promise<string> {
  return (await keyedHash(c.env.AUTH_PEPPER, ['device', account])).slice(0, 32);
}
