import { base58, base64nopad, base64urlnopad } from '@scure/base';

const KEY_BYTES = 32;
/** 64 bytes in base64 or base64url, with or without padding. */
const SIGNATURE = /^[A-Za-z0-9+/_-]{86}(?:==)?$/;
const OFF_CHAIN_DOMAIN = [0xff, ...new TextEncoder().encode('solana offchain')];
/** Restricted ASCII, limited UTF-8, extended UTF-8. */
const OFF_CHAIN_FORMATS = [0, 1, 2];

/** Whether `address` signed `message`, either as plain text or in the off-chain format that hardware wallets use. */
export async function isSolanaSignature(signed: {
  message: string;
  signature: string;
  address: string;
}): Promise<boolean> {
  const publicKey = decodeAddress(signed.address);
  const signature = decodeSignature(signed.signature);
  if (!publicKey || !signature) return false;
  const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']).catch(() => null);
  if (!key) return false;
  const text = new TextEncoder().encode(signed.message);
  for (const form of [text, ...offChainForms(text, publicKey)]) {
    if (await crypto.subtle.verify('Ed25519', key, signature, form)) return true;
  }
  return false;
}

/**
 * Returns the text in both off-chain layouts that wallets use. Early hardware wallets use a short header, and Solana's
 * proposal has a long one.
 */
function offChainForms(text: Uint8Array, signer: Uint8Array): Uint8Array<ArrayBuffer>[] {
  const length = [text.length & 0xff, text.length >> 8];
  return OFF_CHAIN_FORMATS.flatMap((format) => [
    new Uint8Array([...OFF_CHAIN_DOMAIN, 0, format, ...length, ...text]),
    new Uint8Array([...OFF_CHAIN_DOMAIN, 0, ...new Uint8Array(KEY_BYTES), format, 1, ...signer, ...length, ...text]),
  ]);
}

function decodeAddress(address: string): Uint8Array<ArrayBuffer> | null {
  try {
    const bytes = base58.decode(address);
    return bytes.length === KEY_BYTES ? new Uint8Array(bytes) : null;
  } catch {
    return null;
  }
}

function decodeSignature(text: string): Uint8Array<ArrayBuffer> | null {
  if (!SIGNATURE.test(text)) return null;
  try {
    const bare = text.replace(/=+$/, '');
    return new Uint8Array((/[-_]/.test(bare) ? base64urlnopad : base64nopad).decode(bare));
  } catch {
    return null;
  }
}
