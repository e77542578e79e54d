import type { Context } from 'hono';
import { setCookie } from 'hono/cookie';
import { ARRIVAL_COOKIE } from '../../../../contract/people/arrival-cookie.ts';
import { isSameText, keyedHash } from '../../../../http/security/crypto.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { isFromOwnPage } from '../../../../http/answers/own-page.ts';

const ARRIVAL_SECONDS = 300;

/**
 * Sets a cookie that proves that this browser confirmed the link from a mail, and returns the proof. Our pages read the
 * cookie once. `secret` is the access token or PKCE code in the redirect. For an API client or a link to another site,
 * sets nothing and returns null.
 */
export async function proveArrival(
  c: Context<AuthEnv>,
  { type, redirect_to, secret }: { type: string; redirect_to: string; secret: string },
): Promise<string | null> {
  const { protocol, origin } = new URL(c.req.url);
  if (c.req.method !== 'POST' || !isFromOwnPage(c) || new URL(redirect_to).origin !== origin) return null;
  const proof = await proofOf(c, secret);
  const cookie = { sameSite: 'Strict', path: '/', maxAge: ARRIVAL_SECONDS } as const;
  const isHttps = protocol === 'https:';
  setCookie(c, ARRIVAL_COOKIE, `${type}.${proof}`, isHttps ? { ...cookie, secure: true, prefix: 'host' } : cookie);
  return proof;
}

/**
 * Whether `text` is the proof for `auth_code`. The proof replaces the PKCE verifier, which this browser does not have
 * if another browser started the flow.
 */
export async function isArrivalProof(
  c: Context<AuthEnv>,
  { text, auth_code }: { text: string; auth_code: string },
): Promise<boolean> {
  return isSameText(text, await proofOf(c, auth_code));
}

function proofOf(c: Context<AuthEnv>, secret: string): Promise<string> {
  return keyedHash(c.env.AUTH_PEPPER, ['arrival', secret]);
}
