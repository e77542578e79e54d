import { importJWK, type CryptoKey, type JWK } from 'jose';

const ALGORITHMS = ['ES256', 'RS256'] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

/** `alg` is fixed, so a token with another algorithm is refused before its signature is checked. */
interface TokenKey {
  kid: string | undefined;
  alg: Algorithm;
  verify: CryptoKey;
  sign: CryptoKey | undefined;
  public_jwk: JWK;
}

const imported = new Map<string, Promise<TokenKey[]>>();

/** `AUTH_JWT_KEYS` is a JWK set or a plain array of JWKs. Imported once in each isolate. */
export function tokenKeys(secret: string): Promise<TokenKey[]> {
  const known = imported.get(secret);
  if (known) return known;
  const made = importKeys(secret);
  imported.set(secret, made);
  return made;
}

async function importKeys(secret: string): Promise<TokenKey[]> {
  const set = JSON.parse(secret) as { keys: JWK[] } | JWK[];
  return Promise.all((Array.isArray(set) ? set : set.keys).map(importKey));
}

async function importKey(jwk: JWK): Promise<TokenKey> {
  const alg = algorithmOf(jwk);
  const publicJwk = publicHalf(jwk, alg);
  return {
    kid: jwk.kid,
    alg,
    verify: (await importJWK(publicJwk, alg)) as CryptoKey,
    sign: jwk.d === undefined ? undefined : ((await importJWK(privateHalf(jwk), alg)) as CryptoKey),
    public_jwk: publicJwk,
  };
}

/** Throws for any key that is neither ES256 nor RS256, so that no token is ever verified with a shared secret. */
function algorithmOf(jwk: JWK): Algorithm {
  const implied = jwk.kty === 'EC' && jwk.crv === 'P-256' ? 'ES256' : jwk.kty === 'RSA' ? 'RS256' : undefined;
  if (!implied || (jwk.alg !== undefined && jwk.alg !== implied))
    throw new Error('AUTH_JWT_KEYS holds a key that is neither ES256 nor RS256.');
  return implied;
}

/** Drops `use`, `key_ops` and `ext`, because the platform may refuse their values for a private key. */
function privateHalf({ kty, crv, x, y, n, e, d, p, q, dp, dq, qi }: JWK): JWK {
  return kty === 'EC' ? { kty, crv, x, y, d } : { kty, n, e, d, p, q, dp, dq, qi };
}

function publicHalf({ kty, crv, x, y, n, e, kid }: JWK, alg: Algorithm): JWK {
  const numbers = kty === 'EC' ? { crv, x, y } : { n, e };
  return { kty, ...numbers, ...(kid === undefined ? {} : { kid }), alg, use: 'sig', key_ops: ['verify'] };
}
