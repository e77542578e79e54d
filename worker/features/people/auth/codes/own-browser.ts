import type { Context } from 'hono';
import { getSignedCookie, setSignedCookie } from 'hono/cookie';
import { keyedHash, randomSecret, sha256Hex } from '../../../../http/security/crypto.ts';
import { isFromOwnPage } from '../../../../http/answers/own-page.ts';
import { isHttps } from '../../../../http/security/signed-cookie.ts';
import type { AuthEnv } from '../base/auth-env.ts';

const COOKIE = 'vouch-sign-up';

/**
 * Stores a secret in a cookie and returns the secret's hash. If the HTTP request is not from our own page, stores
 * nothing and returns null, so that no other site can plant the cookie.
 */
export async function markSignUpBrowser(c: Context<AuthEnv>): Promise<string | null> {
  if (!isFromOwnPage(c)) return null;
  const secret = (await secretOf(c)) || randomSecret();
  const cookie = { httpOnly: true, sameSite: 'Lax', path: '/', maxAge: c.get('config').otp_expiry_s } as const;
  await setSignedCookie(
    c,
    COOKIE,
    secret,
    await keyOf(c),
    isHttps(c) ? { ...cookie, secure: true, prefix: 'host' } : cookie,
  );
  return sha256Hex(secret);
}

export async function isSignUpBrowser(c: Context<AuthEnv>, hash: string | null): Promise<boolean> {
  const secret = await secretOf(c);
  return hash !== null && Boolean(secret) && hash === (await sha256Hex(secret || ''));
}

async function secretOf(c: Context<AuthEnv>): Promise<string | false | undefined> {
  return isHttps(c) ? getSignedCookie(c, await keyOf(c), COOKIE, 'host') : getSignedCookie(c, await keyOf(c), COOKIE);
}

function keyOf(c: Context<AuthEnv>): Promise<string> {
  return keyedHash(c.env.AUTH_PEPPER, ['sign-up cookie']);
}
