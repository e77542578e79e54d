import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding } from '@oslojs/encoding';
import { randomBytes } from './crypto.ts';

const IV_BYTES = 12;

/**
 * Encrypts a text under the server's pepper (AES-GCM), so that a copy of the database does not show it. A text sealed
 * for one `purpose` cannot be opened for another.
 */
export async function seal(pepper: string, { purpose, text }: { purpose: string; text: string }): Promise<string> {
  const iv = randomBytes(IV_BYTES);
  const key = await sealingKey(pepper, purpose);
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(text));
  return encodeBase64urlNoPadding(new Uint8Array([...iv, ...new Uint8Array(sealed)]));
}

/** Decrypts what `seal` made for the same purpose. Throws if it was altered or sealed with another pepper. */
export async function unseal(
  pepper: string,
  { purpose, sealed }: { purpose: string; sealed: string },
): Promise<string> {
  const bytes = decodeBase64urlIgnorePadding(sealed);
  const key = await sealingKey(pepper, purpose);
  const iv = bytes.slice(0, IV_BYTES);
  return new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes.slice(IV_BYTES)));
}

async function sealingKey(pepper: string, purpose: string): Promise<CryptoKey> {
  const encoder = new TextEncoder();
  const material = await crypto.subtle.importKey('raw', encoder.encode(pepper), 'HKDF', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encoder.encode(`vouch seal ${purpose}`) },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}
