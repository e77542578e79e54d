import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, base64urlnopad, hex } from '@scure/base';

const utf8 = (text: string) => new TextEncoder().encode(text);
const hexByte = (value: number) => value.toString(16).padStart(2, '0');

/** An Ethereum wallet whose secret is one repeated byte. `sign` signs like personal_sign. */
export function ethereumWallet(byte: number) {
  const secret = new Uint8Array(32).fill(byte);
  const key = secp256k1.getPublicKey(secret, false);
  const parts = (text: string) => {
    const hash = keccak_256(
      new Uint8Array([...utf8(`\u0019Ethereum Signed Message:\n${utf8(text).length}`), ...utf8(text)]),
    );
    const recovered = secp256k1.sign(hash, secret, { prehash: false, format: 'recovered' });
    return { rs: hex.encode(recovered.slice(1)), v: recovered[0]! };
  };
  return {
    address: `0x${hex.encode(keccak_256(key.slice(1)).slice(12))}`,
    parts,
    sign: (text: string) => {
      const { rs, v } = parts(text);
      return `0x${rs}${hexByte(v + 27)}`;
    },
    signHigh: (text: string) => {
      const { rs, v } = parts(text);
      const s = secp256k1.Point.Fn.ORDER - BigInt(`0x${rs.slice(64)}`);
      return `0x${rs.slice(0, 64)}${s.toString(16).padStart(64, '0')}${hexByte(28 - v)}`;
    },
  };
}

export async function solanaWallet() {
  const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair;
  const publicKey = new Uint8Array((await crypto.subtle.exportKey('raw', pair.publicKey)) as ArrayBuffer);
  const signBytes = async (bytes: Uint8Array) =>
    new Uint8Array(await crypto.subtle.sign('Ed25519', pair.privateKey, bytes));
  return {
    address: base58.encode(publicKey),
    signBytes,
    sign: async (text: string) => base64urlnopad.encode(await signBytes(utf8(text))),
  };
}

/** Parts of a sign-in message. Each entry of `fields` adds a line, or replaces the default line of the same name. */
export interface Words {
  domain?: string;
  uri?: string;
  issued_at?: Date;
  fields?: Record<string, string>;
}

export function signInText(chain: 'Ethereum' | 'Solana', address: string, words: Words = {}): string {
  const { domain = '127.0.0.1:8787', uri = 'http://127.0.0.1:8787/auth', issued_at = new Date(), fields = {} } = words;
  const lines = { URI: uri, Version: '1', 'Issued At': issued_at.toISOString(), ...fields };
  return [
    `${domain} wants you to sign in with your ${chain} account:`,
    address,
    '',
    ...Object.entries(lines).map(([key, value]) => `${key}: ${value}`),
    `Request ID: ${crypto.randomUUID()}`,
  ].join('\n');
}
