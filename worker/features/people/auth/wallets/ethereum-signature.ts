import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { hex } from '@scure/base';

const SIGNATURE = /^0x[0-9a-fA-F]{130}$/;
const RECOVERY: Record<number, number> = { 0: 0, 1: 1, 27: 0, 28: 1 };

/**
 * Returns the lower-case address whose key signed `message` with `personal_sign` (EIP-191), or null. A signature with a
 * high s is malleable, so it is invalid.
 */
export function ethereumSigner(message: string, signature: string): string | null {
  if (!SIGNATURE.test(signature)) return null;
  const bytes = hex.decode(signature.slice(2));
  const recovery = RECOVERY[bytes[64]!];
  if (recovery === undefined) return null;
  try {
    const compact = secp256k1.Signature.fromBytes(bytes.slice(0, 64), 'compact').addRecoveryBit(recovery);
    if (compact.hasHighS()) return null;
    const key = compact.recoverPublicKey(personalHash(message)).toBytes(false);
    return `0x${hex.encode(keccak_256(key.slice(1)).slice(12))}`;
  } catch {
    return null;
  }
}

function personalHash(message: string): Uint8Array {
  const text = new TextEncoder().encode(message);
  const prefix = new TextEncoder().encode(`\u0019Ethereum Signed Message:\n${text.length}`);
  return keccak_256(new Uint8Array([...prefix, ...text]));
}
