import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { AuthFlowState } from '../../../../../drizzle/tables/people/auth-codes.ts';
import { randomSecret, sha256Hex } from '../../../../http/security/crypto.ts';
import { isHttps } from '../../../../http/security/signed-cookie.ts';
import type { AuthEnv } from '../base/auth-env.ts';

const COOKIE = 'vouch-oauth';
const SECRET = /^[\w-]{43}$/;

/**
 * Sets a cookie with a secret, which all tabs of the browser share, and returns an OAuth state that ends with the hash
 * of the secret (docs/decisions/people/0011-sessions-and-links.md).
 */
export async function boundState(c: Context<AuthEnv>, seconds: number): Promise<string> {
  const secret = secretOf(c) ?? randomSecret();
  const cookie = { httpOnly: true, sameSite: 'Lax', path: '/', maxAge: seconds } as const;
  if (isHttps(c)) setCookie(c, COOKIE, secret, { ...cookie, secure: true, prefix: 'host' });
  else setCookie(c, COOKIE, secret, cookie);
  return `${crypto.randomUUID()}.${await sha256Hex(secret)}`;
}

/**
 * Checks that the request comes from the browser that started the flow. Otherwise an attacker could sign a person in to
 * the attacker's account, or link the person's identity to that account. Returns true for programs, and for flows that
 * a verifier protects (`waitsForVerifier`).
 */
export async function isSameBrowser(c: Context<AuthEnv>, flow: AuthFlowState): Promise<boolean> {
  if (!isBrowser(c) || waitsForVerifier(c, flow)) return true;
  const secret = secretOf(c);
  return secret !== undefined && flow.id.endsWith(`.${await sha256Hex(secret)}`);
}

/**
 * True for a flow that links an identity, began at another allowed origin and has a verifier. Such a flow links the
 * identity only when its code is exchanged. A `fetch` from the other origin cannot set our cookie, so the verifier is
 * the proof: only the page that started the flow has the verifier.
 */
export function waitsForVerifier(
  c: Context<AuthEnv>,
  {
    linking_user_id,
    code_challenge,
    redirect_to,
  }: Pick<AuthFlowState, 'linking_user_id' | 'code_challenge' | 'redirect_to'>,
): boolean {
  return linking_user_id !== null && code_challenge !== null && isElsewhere(c, redirect_to);
}

export function isElsewhere(c: Context<AuthEnv>, redirect_to: string | null): boolean {
  return redirect_to !== null && new URL(redirect_to).origin !== new URL(c.get('config').site_url).origin;
}

/**
 * Says whether the request comes from a browser, not from a program. Only browsers send `Sec-Fetch-Site`. Requests by
 * `fetch` or for an image count too, because a foreign page could run a whole OAuth flow with them: the browser follows
 * redirects with the person's cookies.
 */
export function isBrowser(c: Context<AuthEnv>): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, accept } = c.req.header();
  return site !== undefined || mode === 'navigate' || /\btext\/html\b/i.test(accept ?? '');
}

function secretOf(c: Context<AuthEnv>): string | undefined {
  const secret = isHttps(c) ? getCookie(c, COOKIE, 'host') : getCookie(c, COOKIE);
  return secret !== undefined && SECRET.test(secret) ? secret : undefined;
}
