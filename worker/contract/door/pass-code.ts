import { type Bytes, fromHex, joinBytes, textBytes, toHex } from '../text/bytes.ts';

/** How long a phone shows one code, in ms. */
export const STEP_MS = 30_000;

const PREFIX = 'VOUCH1';
const VERSION = 1;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Version, key id, event tag, pass id, key of the phone. */
const PASS_BYTES = 1 + 4 + 8 + 16 + 32;
const SIGNATURE_BYTES = 64;
const SIGNED_PASS_BYTES = PASS_BYTES + SIGNATURE_BYTES;
const CODE_BYTES = SIGNED_PASS_BYTES + 4 + SIGNATURE_BYTES;

export type VerifySignature = (given: { key: Bytes; signature: Bytes; data: Bytes }) => Promise<boolean>;

/** Uses the platform's Ed25519. Browsers without it use a library instead. */
export const verifyByPlatform: VerifySignature = async ({ key, signature, data }) => {
  const imported = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', imported, signature, data);
};

async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

/** The first four bytes of the public key's SHA-256, in hex. */
export const keyId = async (publicKey: Bytes): Promise<string> => toHex((await sha256(publicKey)).slice(0, 4));

/** The first eight bytes of the event id's SHA-256, in hex. */
export const eventTag = async (eventId: string): Promise<string> =>
  toHex((await sha256(textBytes(eventId))).slice(0, 8));

/** The code to type if the camera fails: two groups of four letters and digits. */
export function shortCode(passId: string): string {
  const text = base32(fromHex(passId.replaceAll('-', '')).slice(0, 5));
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}

/** Reads a typed short code. Returns null for any other text. Reads zero and one as the letters O and I. */
export function typedShortCode(text: string): string | null {
  const bare = text
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replaceAll('0', 'O')
    .replaceAll('1', 'I');
  return /^[A-Z2-7]{8}$/.test(bare) ? `${bare.slice(0, 4)}-${bare.slice(4)}` : null;
}

/** The fields that the server signs. `pass_id` is a UUID, `device_key` the phone's public key in hex. */
interface PassFields {
  key_id: string;
  event_tag: string;
  pass_id: string;
  device_key: string;
}

export function passBytes({ key_id, event_tag, pass_id, device_key }: PassFields): Bytes {
  return joinBytes(
    Uint8Array.of(VERSION),
    fromHex(key_id),
    fromHex(event_tag),
    fromHex(pass_id.replaceAll('-', '')),
    fromHex(device_key),
  );
}

export const signedPass = (pass: Bytes, signature: Uint8Array): string => toHex(joinBytes(pass, signature));

/** `time` is in ms since the epoch. */
export const stepAt = (time: number): number => Math.floor(time / STEP_MS);

const stepBytes = (step: number): Bytes => {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, step);
  return bytes;
};

const shownBytes = (passId: Uint8Array, step: number): Bytes =>
  joinBytes(textBytes('vouch door pass'), passId, stepBytes(step));

export async function writeCode({
  signed,
  step,
  sign,
}: {
  signed: string;
  step: number;
  sign: (data: Bytes) => Promise<Uint8Array>;
}): Promise<string> {
  const pass = fromHex(signed);
  const signature = await sign(shownBytes(pass.slice(13, 29), step));
  return PREFIX + base32(joinBytes(pass, stepBytes(step), signature));
}

/** The parts of a code, before its signatures are checked. */
export interface ReadCode extends PassFields {
  step: number;
  /** Signed by the server. */
  pass: { data: Bytes; signature: Bytes };
  /** Signed by the phone. */
  shown: { data: Bytes; signature: Bytes };
}

export function readCode(text: string): ReadCode | null {
  const bytes = text.startsWith(PREFIX) ? fromBase32(text.slice(PREFIX.length)) : null;
  if (bytes?.length !== CODE_BYTES || bytes[0] !== VERSION) return null;
  const id = toHex(bytes.slice(13, 29));
  const step = new DataView(bytes.buffer).getUint32(SIGNED_PASS_BYTES);
  return {
    key_id: toHex(bytes.slice(1, 5)),
    event_tag: toHex(bytes.slice(5, 13)),
    pass_id: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    device_key: toHex(bytes.slice(29, PASS_BYTES)),
    step,
    pass: { data: bytes.slice(0, PASS_BYTES), signature: bytes.slice(PASS_BYTES, SIGNED_PASS_BYTES) },
    shown: { data: shownBytes(bytes.slice(13, 29), step), signature: bytes.slice(SIGNED_PASS_BYTES + 4) },
  };
}

/** Text in base32 makes smaller QR codes than text in hex or base64. */
function base32(bytes: Uint8Array): string {
  let [text, bits, value] = ['', 0, 0];
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += ALPHABET[(value >> (bits - 5)) & 31];
  }
  return bits > 0 ? text + ALPHABET[(value << (5 - bits)) & 31] : text;
}

function fromBase32(text: string): Bytes | null {
  const bytes: number[] = [];
  let [bits, value] = [0, 0];
  for (const letter of text) {
    const digit = ALPHABET.indexOf(letter);
    if (digit < 0) return null;
    value = ((value << 5) | digit) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 255);
  }
  return Uint8Array.from(bytes);
}
