import { base64 } from '@scure/base';
import { isSameBytes } from '../../../../http/security/crypto.ts';

/** A Firebase hash has the cost (`n`, `r` and `p`), the salt separator, the signer key, the salt and the hash. */
const FIREBASE =
  /^\$fbscrypt\$v=1,n=(?<n>1[0-5]|[1-9]),r=(?<r>\d{1,2}),p=(?<p>\d{1,2}),ss=(?<separator>[\w+/]*={0,2}),sk=(?<signer>[\w+/]+={0,2})\$(?<salt>[\w+/]+={0,2})\$(?<hash>[\w+/]+={0,2})$/;
const BCRYPT = /^\$2[aby]\$(?:0[4-9]|1\d)\$[./A-Za-z0-9]{53}$/;
const ARGON2 = /^\$argon2(?:id|i)\$v=19\$m=(?<memory>\d{1,7}),t=\d{1,2},p=\d{1,2}\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/;

/** An argon2 hash that needs more memory is not imported, because an isolate has 128 MB for everything. */
const MOST_ARGON2_KIB = 65_536;

export function isImportable(hash: string): boolean {
  return BCRYPT.test(hash) || FIREBASE.test(hash) || memoryOf(hash) <= MOST_ARGON2_KIB;
}

/** Returns the memory that an argon2 hash needs, in KiB. Returns infinity for any other text. */
export function memoryOf(hash: string): number {
  return Number(ARGON2.exec(hash)?.groups?.['memory'] ?? Number.POSITIVE_INFINITY);
}

export function isForeignHash(hash: string): boolean {
  return BCRYPT.test(hash) || FIREBASE.test(hash);
}

/**
 * Checks a password against an imported bcrypt or Firebase hash. Loads the code on demand, because it is rarely needed:
 * the first sign-in replaces an imported hash with our own.
 */
export async function fitsForeignHash(password: string, hash: string): Promise<boolean> {
  const firebase = FIREBASE.exec(hash)?.groups;
  if (firebase) return fitsFirebase(password, firebase as unknown as FirebaseHash);
  const { compare } = await import('bcryptjs');
  return compare(password, hash);
}

type FirebaseHash = Record<'n' | 'r' | 'p' | 'separator' | 'signer' | 'salt' | 'hash', string>;

async function fitsFirebase(
  password: string,
  { n, r, p, separator, signer, salt, hash }: FirebaseHash,
): Promise<boolean> {
  const { scrypt } = await import('@noble/hashes/scrypt.js');
  const salted = Uint8Array.from([...base64.decode(salt), ...base64.decode(separator)]);
  const derived = scrypt(new TextEncoder().encode(password), salted, {
    N: 2 ** Number(n),
    r: Number(r),
    p: Number(p),
    dkLen: 32,
  });
  const key = await crypto.subtle.importKey('raw', derived, 'AES-CTR', false, ['encrypt']);
  const counter = new Uint8Array(16);
  const made = await crypto.subtle.encrypt({ name: 'AES-CTR', counter, length: 64 }, key, base64.decode(signer));
  return isSameBytes(new Uint8Array(made), base64.decode(hash));
}
