import { encodeHexLowerCase } from '@oslojs/encoding';

/** An HMAC under the server's pepper over everything it is for, in hex: a copy of the database says nothing about a short code. */
export async function keyedHash(pepper: string, parts: readonly string[]): Promise<string> {
  const encoder = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', encoder.encode(pepper), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return encodeHexLowerCase(new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(JSON.stringify(parts)))));
}
