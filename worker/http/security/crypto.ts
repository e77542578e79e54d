import { base64, base64urlnopad, hex } from '@scure/base';

const HMAC_SHA256 = { name: 'HMAC', hash: 'SHA-256' };
const SECRET_BYTES = 32;

const bytesOf = (text: string) => new TextEncoder().encode(text);

export function randomBytes(count: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(count));
}

export function randomHex(bytes: number): string {
  return hex.encode(randomBytes(bytes));
}

/** 32 random bytes as 43 characters of base64url: enough for a key, a nonce or a PKCE verifier. */
export function randomSecret(): string {
  return base64urlnopad.encode(randomBytes(SECRET_BYTES));
}

/** Returns a random number of `count` digits, with zeros in front if needed. Every number is equally likely. */
export function randomDigits(count: number): string {
  const limit = 10 ** count;
  const ceiling = Math.floor(2 ** 32 / limit) * limit;
  for (;;) {
    const [value = 0] = crypto.getRandomValues(new Uint32Array(1));
    if (value < ceiling) return String(value % limit).padStart(count, '0');
  }
}

/** Text is encoded as UTF-8. */
export async function sha256(data: string | BufferSource): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', typeof data === 'string' ? bytesOf(data) : data));
}

/** Returns lower-case hex. Text is encoded as UTF-8. */
export async function sha256Hex(data: string | BufferSource): Promise<string> {
  return hex.encode(await sha256(data));
}

/** The `Content-Security-Policy` source that allows exactly this script or style. */
export async function sourceOf(text: string): Promise<string> {
  return `'sha256-${base64.encode(await sha256(text))}'`;
}

export async function hmac(key: BufferSource, data: BufferSource): Promise<Uint8Array> {
  const imported = await crypto.subtle.importKey('raw', key, HMAC_SHA256, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, data));
}

/** Checks an HMAC-SHA-256 in constant time. */
export async function isHmac(
  mac: BufferSource,
  { key, data }: { key: BufferSource; data: BufferSource },
): Promise<boolean> {
  const imported = await crypto.subtle.importKey('raw', key, HMAC_SHA256, false, ['verify']);
  return crypto.subtle.verify('HMAC', imported, mac, data);
}

/**
 * Returns an HMAC in lower-case hex. Somebody who copies the database cannot find a six-digit code by trying all codes,
 * because the pepper is not in the database. Start `parts` with the purpose, so that a hash for one use is invalid for
 * another.
 */
export async function keyedHash(pepper: string, parts: readonly string[]): Promise<string> {
  const key =
    peppers.get(pepper) ?? (await crypto.subtle.importKey('raw', bytesOf(pepper), HMAC_SHA256, false, ['sign']));
  if (peppers.size < MOST_PEPPERS) peppers.set(pepper, key);
  return hex.encode(new Uint8Array(await crypto.subtle.sign('HMAC', key, bytesOf(JSON.stringify(parts)))));
}

/** The imported key of each pepper, kept because an import takes longer than signing. A Worker has two peppers. */
const peppers = new Map<string, CryptoKey>();
const MOST_PEPPERS = 8;

/** Compares in a time that depends only on the lengths. */
export function isSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && crypto.subtle.timingSafeEqual(one, other);
}

export function isSameText(one: string, other: string): boolean {
  return isSameBytes(bytesOf(one), bytesOf(other));
}
