import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { AppEnv } from '../../context.ts';
import { isSameText, keyedHash } from './crypto.ts';

interface SignedCookie {
  name: string;
  seconds: number;
}

/** `value.issued.signature`. `issued` is in UTC seconds. The signature is a keyed hash of name, value and `issued`. */
const FORM = /^([\w-]+)\.(\d{1,12})\.([0-9a-f]{64})$/;

/** Returns the cookie's value, or null if the cookie is missing, altered, forged or too old. */
export async function readSignedCookie<E extends AppEnv>(
  c: Context<E>,
  { name, seconds }: SignedCookie,
): Promise<string | null> {
  const text = isHttps(c) ? getCookie(c, name, 'host') : getCookie(c, name);
  const [, value, issued, signature] = FORM.exec(text ?? '') ?? [];
  if (!value || !issued || !signature) return null;
  if (c.get('now').getTime() / 1000 - Number(issued) > seconds) return null;
  return isSameText(signature, await signatureOf(c, { name, value, issued })) ? value : null;
}

/** `value` may contain letters, digits, `_` and `-`. A POST from another site does not send the cookie. */
export async function writeSignedCookie<E extends AppEnv>(
  c: Context<E>,
  { name, seconds }: SignedCookie,
  value: string,
): Promise<void> {
  const issued = String(Math.floor(c.get('now').getTime() / 1000));
  const text = `${value}.${issued}.${await signatureOf(c, { name, value, issued })}`;
  const attributes = { httpOnly: true, sameSite: 'Lax', path: '/', maxAge: seconds } as const;
  if (isHttps(c)) setCookie(c, name, text, { ...attributes, secure: true, prefix: 'host' });
  else setCookie(c, name, text, attributes);
}

/** Signs the name too, so that the value of one cookie is invalid in another. */
function signatureOf<E extends AppEnv>(
  c: Context<E>,
  { name, value, issued }: { name: string; value: string; issued: string },
): Promise<string> {
  return keyedHash(c.env.AUTH_PEPPER, ['cookie', name, value, issued]);
}

/** Browsers refuse the `__Host-` prefix without TLS. Local development has no TLS. */
export function isHttps<E extends AppEnv>(c: Context<E>): boolean {
  return new URL(c.req.url).protocol === 'https:';
}
