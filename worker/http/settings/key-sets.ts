import * as v from 'valibot';
import type { Kind } from './kind.ts';

const SIGNING = {
  'P-256': { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  Ed25519: { name: 'Ed25519' },
  RSA: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
} as const;
type Curve = keyof typeof SIGNING;

const Jwk = v.looseObject({
  kty: v.string(),
  crv: v.optional(v.string()),
  alg: v.optional(v.string()),
  d: v.optional(v.string()),
});
const KeySet = v.union([
  v.object({ keys: v.pipe(v.array(Jwk), v.minLength(1)) }),
  v.pipe(
    v.array(Jwk),
    v.minLength(1),
    v.transform((keys) => ({ keys })),
  ),
]);
type Jwk = v.InferOutput<typeof Jwk>;

/** The result for each key set. Trying out the keys takes a millisecond, and each isolate checks its key sets often. */
const judged = new Map<string, Promise<boolean>>();

/**
 * A setting that holds a JWK set. At least one key must be private. With `all_private`, every key must be private. Each
 * private key must match its public half.
 */
export function keySet(curves: readonly Curve[], { all_private = false } = {}): Kind {
  const judge = async (set: string) => {
    try {
      const { keys } = v.parse(KeySet, JSON.parse(set));
      const privateKeys = keys.filter(({ d }) => d !== undefined);
      if (privateKeys.length < (all_private ? keys.length : 1)) return false;
      const good = await Promise.all(keys.map((jwk) => isGood(jwk, curves)));
      return good.every(Boolean);
    } catch {
      return false;
    }
  };
  const names = curves.join(' or ');
  return {
    what: `a JWK set ${all_private ? 'of private' : 'with a private'} ${names} ${all_private ? 'keys' : 'key'}`,
    fits: (set) => {
      const id = `${names} ${all_private} ${set}`;
      const known = judged.get(id) ?? judge(set);
      judged.set(id, known);
      return known;
    },
    mend: 'Make one with npm run keys.',
  };
}

async function isGood(jwk: Jwk, curves: readonly Curve[]): Promise<boolean> {
  const curve = (jwk.kty === 'RSA' ? 'RSA' : jwk.crv) as Curve;
  if (!curves.includes(curve)) return false;
  if (jwk.alg !== undefined && jwk.alg !== { 'P-256': 'ES256', RSA: 'RS256', Ed25519: 'EdDSA' }[curve]) return false;
  const { kty, crv, x, y, n, e, d, p, q, dp, dq, qi } = jwk as JsonWebKey;
  const half = curve === 'RSA' ? { kty, n, e } : { kty, crv, x, ...(curve === 'P-256' ? { y } : {}) };
  const whole = curve === 'RSA' ? { ...half, d, p, q, dp, dq, qi } : { ...half, d };
  const algorithm = SIGNING[curve];
  const verifying = await crypto.subtle.importKey('jwk', half, algorithm, false, ['verify']);
  if (d === undefined) return true;
  const signing = await crypto.subtle.importKey('jwk', whole, algorithm, false, ['sign']);
  const data = new Uint8Array(1);
  return crypto.subtle.verify(algorithm, verifying, await crypto.subtle.sign(algorithm, signing, data), data);
}
