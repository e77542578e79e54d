import { base64urlnopad } from '@scure/base';
import * as v from 'valibot';

const COORDINATE_BYTES = 32;
const UNCOMPRESSED = 4;

const coordinate = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/));
const KeySet = v.object({
  keys: v.pipe(
    v.array(v.object({ kty: v.literal('EC'), crv: v.literal('P-256'), x: coordinate, y: coordinate, d: coordinate })),
    v.minLength(1),
  ),
});

/** Signs push messages. Browsers subscribe with `public_key`, a point in base64url. */
export interface PushKey {
  public_key: string;
  private_key: string;
}

/** Parses the JWK set in `VAPID_KEYS`. New browsers subscribe with the first key. Null if the text is no valid set. */
export function readPushKeys(text: string): PushKey[] | null {
  try {
    return v.parse(KeySet, JSON.parse(text)).keys.map(({ x, y, d }) => ({ public_key: pointOf(x, y), private_key: d }));
  } catch {
    return null;
  }
}

function pointOf(x: string, y: string): string {
  const [left, right] = [x, y].map((part) => base64urlnopad.decode(part));
  if (left?.length !== COORDINATE_BYTES || right?.length !== COORDINATE_BYTES) throw new Error('Not a point of P-256.');
  return base64urlnopad.encode(new Uint8Array([UNCOMPRESSED, ...left, ...right]));
}
