import { verifyByPlatform, type VerifySignature } from '../../../../worker/contract/door/pass-code.ts';
import { toHex } from '../../../../worker/contract/text/bytes.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** The key of this phone. If the browser supports Ed25519, no script can read the private half. */
export type DeviceKey = { pair: CryptoKeyPair } | { secret: Bytes };

// Loaded only where the browser lacks Ed25519.
const loadCurve = async () => (await import('@noble/curves/ed25519.js')).ed25519;

export async function makeDeviceKey(): Promise<DeviceKey> {
  try {
    return { pair: await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']) };
  } catch {
    return { secret: Uint8Array.from((await loadCurve()).utils.randomSecretKey()) };
  }
}

/** The public half of the key in hex. */
export async function publicKeyOf(key: DeviceKey): Promise<string> {
  if ('secret' in key) return toHex((await loadCurve()).getPublicKey(key.secret));
  return toHex(new Uint8Array(await crypto.subtle.exportKey('raw', key.pair.publicKey)));
}

export async function signWith(key: DeviceKey, data: Bytes): Promise<Uint8Array> {
  if ('secret' in key) return (await loadCurve()).sign(data, key.secret);
  return new Uint8Array(await crypto.subtle.sign('Ed25519', key.pair.privateKey, data));
}

/** Checks an Ed25519 signature, even if the browser does not support Ed25519. */
export const verifyAnywhere: VerifySignature = async (given) => {
  try {
    return await verifyByPlatform(given);
  } catch {
    return (await loadCurve()).verify(given.signature, given.data, given.key);
  }
};
