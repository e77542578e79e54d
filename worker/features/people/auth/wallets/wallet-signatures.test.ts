import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, base64, hex } from '@scure/base';
import { expect, test } from 'vitest';
import { ethereumSigner } from './ethereum-signature.ts';
import { isSolanaSignature } from './solana-signature.ts';

const TEXT = 'Real names, real nights. ✓';
const utf8 = (text: string) => new Uint8Array(new TextEncoder().encode(text));

function signed(message: string) {
  const secret = new Uint8Array(32).fill(7);
  const hash = keccak_256(
    new Uint8Array([...utf8(`\u0019Ethereum Signed Message:\n${utf8(message).length}`), ...utf8(message)]),
  );
  const recovered = secp256k1.sign(hash, secret, { prehash: false, format: 'recovered' });
  const key = secp256k1.getPublicKey(secret, false);
  return {
    address: `0x${hex.encode(keccak_256(key.slice(1)).slice(12))}`,
    rs: hex.encode(recovered.slice(1)),
    v: recovered[0]!,
  };
}
const hexByte = (value: number) => value.toString(16).padStart(2, '0');

test('the signer of an Ethereum signature is found, whether recovery bytes count from 0 or from 27', () => {
  const { address, rs, v } = signed(TEXT);
  expect(ethereumSigner(TEXT, `0x${rs}${hexByte(v)}`)).toBe(address);
  expect(ethereumSigner(TEXT, `0x${rs.toUpperCase()}${hexByte(v + 27)}`)).toBe(address);
  expect(ethereumSigner(`${TEXT}!`, `0x${rs}${hexByte(v)}`)).not.toBe(address);
});

test('an Ethereum signature with a high s value is refused', () => {
  const { rs, v } = signed(TEXT);
  const s = secp256k1.Point.Fn.ORDER - BigInt(`0x${rs.slice(64)}`);
  expect(ethereumSigner(TEXT, `0x${rs.slice(0, 64)}${s.toString(16).padStart(64, '0')}${hexByte(1 - v)}`)).toBeNull();
});

test.each([
  ['v of 9', (rs: string) => `0x${rs}09`],
  ['64 bytes', (rs: string) => `0x${rs}`],
  ['66 bytes', (rs: string) => `0x${rs}0000`],
  ['no prefix', (rs: string) => `${rs}00`],
  ['letters that are not hex', (rs: string) => `0x${rs.slice(2)}zz00`],
  ['r of zero', (rs: string) => `0x${'0'.repeat(64)}${rs.slice(64)}00`],
  ['s of zero', (rs: string) => `0x${rs.slice(0, 64)}${'0'.repeat(64)}00`],
  ['an r that is too large', (rs: string) => `0x${'f'.repeat(64)}${rs.slice(64)}00`],
  ['an empty signature', () => ''],
])('a malformed Ethereum signature is refused: %s', (_, make) => {
  expect(ethereumSigner(TEXT, make(signed(TEXT).rs))).toBeNull();
});

async function solanaWallet() {
  const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair;
  const publicKey = new Uint8Array((await crypto.subtle.exportKey('raw', pair.publicKey)) as ArrayBuffer);
  const sign = async (bytes: BufferSource) =>
    base64.encode(new Uint8Array(await crypto.subtle.sign('Ed25519', pair.privateKey, bytes)));
  return { address: base58.encode(publicKey), publicKey, sign };
}

test('a Solana signature is accepted in base64 and base64url, with and without padding', async () => {
  const { address, sign } = await solanaWallet();
  const signature = await sign(utf8(TEXT));
  const spellings = [signature, signature.replace(/=+$/, ''), signature.replaceAll('+', '-').replaceAll('/', '_')];
  for (const spelling of spellings)
    expect(await isSolanaSignature({ message: TEXT, signature: spelling, address })).toBe(true);
  expect(await isSolanaSignature({ message: `${TEXT}!`, signature, address })).toBe(false);
});

test('a Solana hardware wallet may sign the short or the long layout of an off-chain message', async () => {
  const { address, publicKey, sign } = await solanaWallet();
  const text = utf8(TEXT);
  const head = [0xff, ...utf8('solana offchain'), 0];
  const short = new Uint8Array([...head, 1, text.length, 0, ...text]);
  const long = new Uint8Array([...head, ...new Uint8Array(32), 1, 1, ...publicKey, text.length, 0, ...text]);
  for (const wrapped of [short, long]) {
    expect(await isSolanaSignature({ message: TEXT, signature: await sign(wrapped), address })).toBe(true);
  }
});

test('a malformed Solana signature or address is refused without throwing', async () => {
  const { address, sign } = await solanaWallet();
  const signature = await sign(utf8(TEXT));
  const cases = [
    { signature: signature.slice(4), address },
    { signature: `${signature}AAAA`, address },
    { signature: '!'.repeat(86), address },
    { signature: `${signature.slice(0, 40)}-_+/${signature.slice(44)}`, address },
    { signature, address: `0${address.slice(1)}` },
    { signature, address: '1'.repeat(44) },
    { signature, address: 'z'.repeat(44) },
    { signature, address: (await solanaWallet()).address },
  ];
  for (const wrong of cases) expect(await isSolanaSignature({ message: TEXT, ...wrong })).toBe(false);
});
