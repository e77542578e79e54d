import { base64urlnopad, hex } from '@scure/base';
import { hmac, isSameBytes, sha256 } from '../../../../http/security/crypto.ts';

/**
 * A refresh token is the base64url of version, session id, counter, MAC with the session's own key, and checksum. The
 * checksum detects a damaged token without a database read. The MAC proves that this server made it.
 */
const VERSION = 2;
const UUID_BYTES = 16;
const MAC_BYTES = 16;
const CHECK_BYTES = 4;

/** Nothing is proven until `isGenuine` has checked the MAC. */
export interface RefreshClaim {
  session_id: string;
  counter: number;
  signed: Uint8Array;
  mac: Uint8Array;
}

/** The same input always gives the same token. */
export async function refreshToken(session: { id: string; refresh_key: string; counter: number }): Promise<string> {
  const signed = new Uint8Array([VERSION, ...uuidBytes(session.id), ...varint(session.counter)]);
  const body = new Uint8Array([...signed, ...(await macOf(session.refresh_key, signed))]);
  return base64urlnopad.encode(new Uint8Array([...body, ...(await checksum(body))]));
}

/** Returns null if the token is malformed or damaged. */
export async function readRefreshToken(token: string): Promise<RefreshClaim | null> {
  const bytes = decoded(token);
  if (bytes?.[0] !== VERSION) return null;
  const body = bytes.slice(0, -CHECK_BYTES);
  if (!isSameBytes(await checksum(body), bytes.slice(-CHECK_BYTES))) return null;
  const signed = body.slice(0, -MAC_BYTES);
  const counter = readVarint(signed.slice(1 + UUID_BYTES));
  return counter === null
    ? null
    : { session_id: uuidText(signed.slice(1, 1 + UUID_BYTES)), counter, signed, mac: body.slice(-MAC_BYTES) };
}

export async function isGenuine(claim: RefreshClaim, refreshKey: string): Promise<boolean> {
  return isSameBytes(await macOf(refreshKey, claim.signed), claim.mac);
}

async function macOf(refreshKey: string, signed: Uint8Array): Promise<Uint8Array> {
  return (await hmac(base64urlnopad.decode(refreshKey), signed)).slice(0, MAC_BYTES);
}

async function checksum(body: Uint8Array): Promise<Uint8Array> {
  return (await sha256(body)).slice(0, CHECK_BYTES);
}

function decoded(token: string): Uint8Array | null {
  if (token.length > 128 || !/^[\w-]+$/.test(token)) return null;
  try {
    return base64urlnopad.decode(token);
  } catch {
    return null;
  }
}

const uuidBytes = (uuid: string) => hex.decode(uuid.replaceAll('-', ''));

function uuidText(bytes: Uint8Array): string {
  return hex.encode(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value % 0x80) + 0x80, ...varint(Math.floor(value / 0x80))];
}

function readVarint(bytes: Uint8Array): number | null {
  let value = 0;
  for (const [at, byte] of bytes.entries()) {
    value += (byte & 0x7f) * 0x80 ** at;
    const isLast = at === bytes.length - 1;
    if (isLast !== byte < 0x80) return null;
  }
  return Number.isSafeInteger(value) && bytes.length > 0 ? value : null;
}
