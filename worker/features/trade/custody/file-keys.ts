import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding } from '@oslojs/encoding';
import type { TicketFile } from '../../../../drizzle/tables/trade/ticket-files.ts';
import { randomBytes } from '../../../http/security/crypto.ts';
import { notSetUp } from '../../../http/answers/errors.ts';
import { readTicketKeys, type TicketKey } from '../../../http/shared/ticket-keys.ts';

const KEY_BYTES = 32;
const IV_BYTES = 12;

/**
 * What the encryption of a file binds: with other values it cannot be decrypted, so no object can stand in for another.
 */
export type BoundTo = Pick<TicketFile, 'id' | 'owner_id' | 'purpose' | 'media_type'>;

/** The encryption of a file, as its row holds it. */
export type FileLock = Pick<TicketFile, 'iv' | 'key_version'> & { wrapped_key: string };

type Bytes = Uint8Array<ArrayBuffer>;

/** The keys that wrap the keys of files, the newest first. Throws `server.unexpected` if `TICKET_KEYS` has none. */
export function ticketKeys({ TICKET_KEYS }: Pick<Env, 'TICKET_KEYS'>): [TicketKey, ...TicketKey[]] {
  const [newest, ...older] = readTicketKeys(TICKET_KEYS) ?? [];
  if (!newest) throw notSetUp('TICKET_KEYS holds no key, and tickets are handed over here. Set it.');
  return [newest, ...older];
}

/** Encrypts a file (AES-256-GCM) under a new key of its own, which is wrapped by the newest key of `TICKET_KEYS`. */
export async function lockFile(env: Pick<Env, 'TICKET_KEYS'>, { bytes, to }: { bytes: Bytes; to: BoundTo }) {
  const [newest] = ticketKeys(env);
  const [raw, iv] = [randomBytes(KEY_BYTES), randomBytes(IV_BYTES)];
  const key = await importKey(raw, 'encrypt');
  const encrypted = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: bound('file', to) }, key, bytes);
  const lock: FileLock = {
    wrapped_key: await wrap(newest, raw, to),
    iv: encodeBase64urlNoPadding(iv),
    key_version: newest.version,
  };
  return { encrypted, lock };
}

/**
 * Decrypts a file. Throws if the object, its row or its key was altered, and if `TICKET_KEYS` lacks the key's version.
 */
export async function unlockFile(
  env: Pick<Env, 'TICKET_KEYS'>,
  { encrypted, lock, to }: { encrypted: ArrayBuffer; lock: FileLock; to: BoundTo },
): Promise<ArrayBuffer> {
  const key = await importKey(await unwrap(env, lock, to), 'decrypt');
  const iv = new Uint8Array(decodeBase64urlIgnorePadding(lock.iv));
  return crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: bound('file', to) }, key, encrypted);
}

/** Wraps the key of a file by the newest key of `TICKET_KEYS`. The object stays as it is. */
export async function rewrap(env: Pick<Env, 'TICKET_KEYS'>, { lock, to }: { lock: FileLock; to: BoundTo }) {
  const [newest] = ticketKeys(env);
  return { wrapped_key: await wrap(newest, await unwrap(env, lock, to), to), key_version: newest.version };
}

async function wrap({ version, key }: TicketKey, raw: Bytes, to: BoundTo): Promise<string> {
  const iv = randomBytes(IV_BYTES);
  const additionalData = bound(`key ${version}`, to);
  const wrapped = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData },
    await importKey(key, 'encrypt'),
    raw,
  );
  return encodeBase64urlNoPadding(new Uint8Array([...iv, ...new Uint8Array(wrapped)]));
}

async function unwrap(
  env: Pick<Env, 'TICKET_KEYS'>,
  { wrapped_key, key_version }: FileLock,
  to: BoundTo,
): Promise<Bytes> {
  const wrapping = ticketKeys(env).find(({ version }) => version === key_version);
  if (!wrapping) throw new Error(`TICKET_KEYS has no key of version ${key_version}, and a file needs it.`);
  const bytes = new Uint8Array(decodeBase64urlIgnorePadding(wrapped_key));
  const [iv, additionalData] = [bytes.slice(0, IV_BYTES), bound(`key ${key_version}`, to)];
  const key = await importKey(wrapping.key, 'decrypt');
  return new Uint8Array(
    await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, bytes.slice(IV_BYTES)),
  );
}

const importKey = (raw: Bytes, use: 'encrypt' | 'decrypt') =>
  crypto.subtle.importKey('raw', raw, 'AES-GCM', false, [use]);

const bound = (what: string, { id, owner_id, purpose, media_type }: BoundTo) =>
  new TextEncoder().encode(JSON.stringify([`vouch ticket ${what}`, id, owner_id, purpose, media_type]));
