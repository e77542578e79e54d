import { base64urlnopad } from '@scure/base';
import { randomBytes } from './crypto.ts';

const IV_BYTES = 12;

/**
 * Encrypts a text by AES-GCM with the server's pepper, so that a copy of the database does not reveal the text. It can
 * be unsealed only for the same `purpose`.
 */
export async function seal(pepper: string, { purpose, text }: { purpose: string; text: string }): Promise<string> {
  const iv = randomBytes(IV_BYTES);
  const key = await sealingKey(pepper, purpose);
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(text));
  return base64urlnopad.encode(new Uint8Array([...iv, ...new Uint8Array(sealed)]));
}

/** Throws if the text was altered, or sealed for another purpose or with another pepper. */
export async function unseal(
  pepper: string,
  { purpose, sealed }: { purpose: string; sealed: string },
): Promise<string> {
  const bytes = base64urlnopad.decode(sealed);
  const key = await sealingKey(pepper, purpose);
  const iv = bytes.slice(0, IV_BYTES);
  return new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes.slice(IV_BYTES)));
}

/** Needs no limit, because there are only a few keys. */
const keys = new Map<string, CryptoKey>();

async function sealingKey(pepper: string, purpose: string): Promise<CryptoKey> {
  const kept = keys.get(`${purpose} ${pepper}`);
  if (kept) return kept;
  const encoder = new TextEncoder();
  const material = await crypto.subtle.importKey('raw', encoder.encode(pepper), 'HKDF', false, ['deriveKey']);
  const key = await crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encoder.encode(`vouch seal ${purpose}`) },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
  keys.set(`${purpose} ${pepper}`, key);
  return key;
}
