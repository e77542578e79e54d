import { base64urlnopad } from '@scure/base';

const bytesOf = (text: string) => new Uint8Array(new TextEncoder().encode(text));
const sha256 = async (data: BufferSource) => new Uint8Array(await crypto.subtle.digest('SHA-256', data));
const base64url = base64urlnopad.encode;

export const PASSKEY_SITE = { origin: 'http://localhost:8787', rp_id: 'localhost' };

interface Circumstances {
  origin?: string;
  rp_id?: string;
  /** The signature counter. A passkey without one always reports 0. */
  counter?: number;
  is_present?: boolean;
  /** Whether the device checked its owner, by face, finger or PIN. */
  is_verified?: boolean;
  /** The user handle that a discoverable passkey returns with its signature, in base64url. */
  handle?: string;
}

interface CredentialJson {
  id: string;
  rawId: string;
  type: 'public-key';
  clientExtensionResults: object;
  response: Record<string, string | string[]>;
}

/** A passkey in software: a P-256 key that signs like an authenticator without attestation. */
export interface Passkey {
  id: string;
  /** Answers a challenge to create a key. `challenge` is base64url, or the bytes that the client decoded from it. */
  create: (challenge: string | BufferSource, at?: Circumstances) => Promise<CredentialJson>;
  sign: (challenge: string | BufferSource, at?: Circumstances) => Promise<CredentialJson>;
}

export async function newPasskey(): Promise<Passkey> {
  const { publicKey, privateKey } = (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair;
  const rawId = crypto.getRandomValues(new Uint8Array(20));
  const id = base64url(rawId);
  const credential = (response: CredentialJson['response']): CredentialJson => ({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });
  return {
    id,
    create: async (challenge, at = {}) => {
      const attested = new Uint8Array([
        ...new Uint8Array(16),
        0,
        rawId.length,
        ...rawId,
        ...(await coseKey(publicKey)),
      ]);
      const data = await authenticatorData(at, attested);
      return credential({
        clientDataJSON: base64url(clientData('webauthn.create', challenge, at)),
        attestationObject: base64url(attestationObject(data)),
        transports: ['internal'],
      });
    },
    sign: async (challenge, at = {}) => {
      const client = clientData('webauthn.get', challenge, at);
      const data = await authenticatorData(at);
      const signed = new Uint8Array([...data, ...(await sha256(client))]);
      const signature = new Uint8Array(
        await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, signed),
      );
      return credential({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(derSignature(signature)),
        ...(at.handle === undefined ? {} : { userHandle: at.handle }),
      });
    },
  };
}

function clientData(
  type: 'webauthn.create' | 'webauthn.get',
  challenge: string | BufferSource,
  at: Circumstances,
): Uint8Array<ArrayBuffer> {
  const written = typeof challenge === 'string' ? challenge : base64url(bytesIn(challenge));
  return bytesOf(
    JSON.stringify({ type, challenge: written, origin: at.origin ?? PASSKEY_SITE.origin, crossOrigin: false }),
  );
}

function bytesIn(source: BufferSource): Uint8Array {
  return source instanceof ArrayBuffer
    ? new Uint8Array(source)
    : new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
}

/** The authenticator data: the hash of the site's name, the flags, the counter and, for a new key, the key. */
async function authenticatorData(at: Circumstances, attested = new Uint8Array()): Promise<Uint8Array<ArrayBuffer>> {
  const counter = new DataView(new ArrayBuffer(4));
  counter.setUint32(0, at.counter ?? 0);
  const flags = (at.is_present === false ? 0 : 0x01) | (at.is_verified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0);
  const hash = await sha256(bytesOf(at.rp_id ?? PASSKEY_SITE.rp_id));
  return new Uint8Array([...hash, flags, ...new Uint8Array(counter.buffer), ...attested]);
}

/** `{fmt: "none", attStmt: {}, authData}` in CBOR. */
function attestationObject(data: Uint8Array): Uint8Array {
  const length = data.length < 256 ? [0x58, data.length] : [0x59, data.length >> 8, data.length & 0xff];
  return new Uint8Array([
    0xa3,
    ...cborText('fmt'),
    ...cborText('none'),
    ...cborText('attStmt'),
    0xa0,
    ...cborText('authData'),
    ...length,
    ...data,
  ]);
}

/** A text of fewer than 24 bytes in CBOR. */
const cborText = (text: string) => [0x60 + text.length, ...bytesOf(text)];

/** A coordinate of a P-256 key in CBOR. */
const coordinate = (text: string) => [0x58, 32, ...base64urlnopad.decode(text)];

/** A P-256 key for ES256 in COSE. */
async function coseKey(key: CryptoKey): Promise<Uint8Array> {
  const { x, y } = (await crypto.subtle.exportKey('jwk', key)) as JsonWebKey;
  return new Uint8Array([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, ...coordinate(x!), 0x22, ...coordinate(y!)]);
}

function derSignature(raw: Uint8Array): Uint8Array {
  const numbers = [raw.slice(0, 32), raw.slice(32)].flatMap(derInteger);
  return new Uint8Array([0x30, numbers.length, ...numbers]);
}

function derInteger(bytes: Uint8Array): number[] {
  const first = bytes.findIndex((byte) => byte !== 0);
  const digits = Array.from(bytes.subarray(Math.max(first, 0)));
  const padded = digits[0]! >= 0x80 ? [0, ...digits] : digits;
  return [0x02, padded.length, ...padded];
}
