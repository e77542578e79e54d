import { joinBytes } from '../../../contract/text/bytes.ts';
import { base64nopad } from '@scure/base';
import { MINUTE } from '../../../contract/time/durations.ts';
import { isHmac } from '../../../http/security/crypto.ts';
import { badSignature } from '../../../http/answers/errors.ts';

/** The largest difference between our clock and the timestamp of a delivery. */
const WINDOW_MS = 5 * MINUTE;
/** A sender that changes its secret signs with the old and the new one. */
const MAX_SIGNATURES = 8;
const MAX_ID = 256;
const VERSION = 'v1,';

/**
 * `source` is the source that the matching secret is bound to, or null. `reserved` are the sources of all bound
 * secrets.
 */
interface Verified {
  id: string;
  source: string | null;
  reserved: string[];
}

/** An entry `source=secret`. A `=` at the end of a base64 secret is only padding, so `abc=` names no source. */
const BOUND = /^([^=]+)=([^=].*)$/;

/**
 * Verifies the signature of a delivery (Standard Webhooks): an HMAC-SHA256 of `id.timestamp.body` with one of the
 * comma-separated `secrets`. Compares in constant time. A secret may be bound to a source (`source=secret`). Throws
 * `ingest.bad_signature`.
 */
export async function verifyWebhook({
  secrets,
  headers,
  bytes,
  now,
}: {
  secrets: string;
  headers: Record<'id' | 'timestamp' | 'signature', string | undefined>;
  bytes: ArrayBuffer;
  now: Date;
}): Promise<Verified> {
  const { id, timestamp, signature } = headers;
  if (!id || !timestamp || !signature) {
    throw badSignature(
      'Sign the request with webhook-id, webhook-timestamp and webhook-signature, or send an access token.',
    );
  }
  if (id.length > MAX_ID) throw badSignature(`webhook-id must be at most ${MAX_ID} characters.`);
  if (!/^\d{1,12}$/.test(timestamp)) throw badSignature('webhook-timestamp must be whole seconds since 1970.');
  if (Math.abs(now.getTime() - Number(timestamp) * 1000) > WINDOW_MS) {
    throw badSignature('webhook-timestamp is more than five minutes away from our clock.');
  }
  const signed = joinBytes(new TextEncoder().encode(`${id}.${timestamp}.`), new Uint8Array(bytes));
  const given = signature.split(' ').filter((part) => part.startsWith(VERSION));
  const known = readSecrets(secrets);
  for (const { source, key } of known) {
    for (const part of given.slice(0, MAX_SIGNATURES)) {
      const mac = decode(part.slice(VERSION.length));
      if (key && mac && (await isHmac(mac, { key, data: signed }))) {
        return { id, source, reserved: known.flatMap((other) => other.source ?? []) };
      }
    }
  }
  throw badSignature('The signature doesn’t match any of our secrets.');
}

function readSecrets(secrets: string): { source: string | null; key: Uint8Array<ArrayBuffer> | null }[] {
  return secrets.split(',').map((entry) => {
    const [, source = null, secret = entry] = BOUND.exec(entry.trim()) ?? [];
    return { source: source?.trim() ?? null, key: keyOf(secret.trim()) };
  });
}

/** The key of a `whsec_…` secret, or null if the secret is empty or not base64. */
function keyOf(secret: string): Uint8Array<ArrayBuffer> | null {
  const key = decode(secret.replace(/^whsec_/, ''));
  return key && key.length > 0 ? key : null;
}

function decode(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return new Uint8Array(base64nopad.decode(base64.replace(/=+$/, '')));
  } catch {
    return null;
  }
}
