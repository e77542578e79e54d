import type { CodeKind } from '../../../../../drizzle/vocabulary.ts';
import { keyedHash, sha256Hex } from '../../../../http/security/crypto.ts';

const PKCE_PREFIX = 'pkce_';

/**
 * The token of a mail's link: an HMAC over everything the code is for, so that it is worth nothing for anything else.
 */
export async function linkToken(
  pepper: string,
  { kind, user_id, address, digits }: { kind: CodeKind; user_id: string; address: string; digits: string },
): Promise<string> {
  return keyedHash(pepper, [kind, user_id, address, digits]);
}

/** The hash that the database keeps of a link's token. */
export async function storedHash(token: string): Promise<string> {
  return sha256Hex(isPkceToken(token) ? token.slice(PKCE_PREFIX.length) : token);
}

/** The token of a link that a PKCE client asked for. */
export function pkceToken(token: string): string {
  return `${PKCE_PREFIX}${token}`;
}

/** Whether a PKCE client asked for the link of this token. */
export function isPkceToken(token: string): boolean {
  return token.startsWith(PKCE_PREFIX);
}
