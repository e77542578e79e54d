import type { CodeKind } from '../../../../../drizzle/vocabulary.ts';
import { keyedHash, sha256Hex } from '../../../../http/security/crypto.ts';

const PKCE_PREFIX = 'pkce_';

/** The token of a mail's link is a hash of everything that identifies the code, so it works for this code only. */
export async function linkToken(
  pepper: string,
  { kind, user_id, address, digits }: { kind: CodeKind; user_id: string; address: string; digits: string },
): Promise<string> {
  return keyedHash(pepper, [kind, user_id, address, digits]);
}

export async function storedHash(token: string): Promise<string> {
  return sha256Hex(isPkceToken(token) ? token.slice(PKCE_PREFIX.length) : token);
}

export function pkceToken(token: string): string {
  return `${PKCE_PREFIX}${token}`;
}

export function isPkceToken(token: string): boolean {
  return token.startsWith(PKCE_PREFIX);
}
