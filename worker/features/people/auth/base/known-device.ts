import type { Context } from 'hono';
import { keyedHash, randomHex } from '../../../../http/security/crypto.ts';
import { readSignedCookie, writeSignedCookie } from '../../../../http/security/signed-cookie.ts';
import type { AuthEnv } from './auth-env.ts';

/**
 * Says that an account was opened in this browser before. It opens nothing: it only gives the browser limits of its
 * own.
 */
const COOKIE = { name: 'vouch-device', seconds: 180 * 86_400 };
const ID_BYTES = 16;

/**
 * The id of this browser if `account` (an address) was opened in it before, or null. Wrong tries by strangers then use
 * up nothing of the owner's limits.
 */
export async function knownDevice(c: Context<AuthEnv>, account: string): Promise<string | null> {
  const [mark, id] = (await readSignedCookie(c, COOKIE))?.split('-') ?? [];
  return id !== undefined && mark === (await markOf(c, account)) ? id : null;
}

/** The id of this browser, whoever used it before, or a new one. */
export async function deviceOf(c: Context<AuthEnv>): Promise<string> {
  const [, id] = (await readSignedCookie(c, COOKIE))?.split('-') ?? [];
  return id ?? randomHex(ID_BYTES);
}

/** Remembers in a browser that this address was proven in it. Programs ignore the cookie. */
export async function rememberDevice(
  c: Context<AuthEnv>,
  { account, device }: { account: string; device: string },
): Promise<void> {
  await writeSignedCookie(c, COOKIE, `${await markOf(c, account)}-${device}`);
}

/** The address itself does not stand in the cookie. */
async function markOf(c: Context<AuthEnv>, account: string): Promise<string> {
  return (await keyedHash(c.env.AUTH_PEPPER, ['device', account])).slice(0, 32);
}
