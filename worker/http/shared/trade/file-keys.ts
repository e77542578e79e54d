import { base64urlnopad } from '@scure/base';
import type { TicketFile } from '../../../../drizzle/tables/trade/ticket-files.ts';
import type { Bytes } from '../../../contract/text/bytes.ts';
import { randomBytes } from '../../security/crypto.ts';
import { notSetUp } from '../../answers/errors.ts';
import { readTicketKeys, type TicketKey } from '../ticket-keys.ts';

const KEY_BYTES = 32;
const IV_BYTES = 12;

/** The columns of a file that its encryption authenticates, so that no stored object can replace another. */
type BoundTo = Pick<TicketFile, 'id' | 'owner_id' | 'purpose' | 'media_type'>;

type FileLock = Pick<TicketFile, 'iv' | 'key_version'> & { wrapped_key: string };

/** Returns the keys, the newest first. Throws `server.unexpected` if `TICKET_KEYS` has none. */
export function ticketKeys({ TICKET_KEYS }: Pick<Env, 'TICKET_KEYS'>): [TicketKey, ...TicketKey[]] {
  const [newest, ...older] = readTicketKeys(TICKET_KEYS) ?? [];
  if (!newest) throw notSetUp('TICKET_KEYS holds no key. Add one, because hand-overs are on in this deployment.');
  return [newest, ...older];
}

/** Encrypts a file with AES-256-GCM under a new key, which the newest key of `TICKET_KEYS` wraps. */
export async function lockFile(env: Pick<Env, 'TICKET_KEYS'>, { bytes, to }: { bytes: Bytes; to: BoundTo }) {
  const [newest] = ticketKeys(env);
  const [raw, iv] = [randomBytes(KEY_BYTES), randomBytes(IV_BYTES)];
  const key = await importKey(raw, 'encrypt');
  const encrypted = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: bound('file', to) }, key, bytes);
  const lock: FileLock = {
    wrapped_key: await wrap(newest, raw, to),
    iv: base64urlnopad.encode(iv),
    key_version: newest.version,
  };
  return { encrypted, lock };
}

/** Decrypts a file. Throws if the object, row or key was altered, or if `TICKET_KEYS` lacks the key's version. */
export async function unlockFile(
  env: Pick<Env, 'TICKET_KEYS'>,
  { encrypted, lock, to }: { encrypted: ArrayBuffer; lock: FileLock; to: BoundTo },
): Promise<ArrayBuffer> {
  const key = await importKey(await unwrap(env, lock, to), 'decrypt');
  const iv = base64urlnopad.decode(lock.iv);
  return crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: bound('file', to) }, key, encrypted);
}

/** Wraps a file's key again with the newest key of `TICKET_KEYS`. The object stays as it is. */
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
  return base64urlnopad.encode(new Uint8Array([...iv, ...new Uint8Array(wrapped)]));
}

async function unwrap(
  env: Pick<Env, 'TICKET_KEYS'>,
  { wrapped_key, key_version }: FileLock,
  to: BoundTo,
): Promise<Bytes> {
  const wrapping = ticketKeys(env).find(({ version }) => version === key_version);
  if (!wrapping) throw new Error(`A file needs the key of version ${key_version}, which TICKET_KEYS lacks.`);
  const bytes = base64urlnopad.decode(wrapped_key);
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
