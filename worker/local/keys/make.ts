import {
  createPrivateKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
  randomUUID,
  sign,
} from 'node:crypto';

const KEY_BYTES = 32;

export const randomText = (): string => randomBytes(KEY_BYTES).toString('base64url');
export const webhookSecret = (): string => `whsec_${randomBytes(KEY_BYTES).toString('base64')}`;
export const ticketKey = (version: number): string => `${version}:${randomBytes(KEY_BYTES).toString('base64')}`;

const p256 = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

const keySet = ({ privateKey }: { privateKey: KeyObject }, fields: JsonWebKey = {}): string =>
  JSON.stringify({ keys: [{ ...privateKey.export({ format: 'jwk' }), ...fields }] });

export const tokenKeys = (): string => keySet(p256(), { kid: randomUUID(), alg: 'ES256', use: 'sig' });
export const pushKeys = (): string => keySet(p256());
export const passKeys = (): string => keySet(generateKeyPairSync('ed25519'));

/** A token with the role service_role, signed with the first private key of `AUTH_JWT_KEYS`. It does not expire. */
export function serviceKey(tokenSet: string): string {
  const jwk = firstPrivateKey(tokenSet);
  if (!jwk) throw new Error('AUTH_JWT_KEYS has no private key. Make it first.');
  const header = { alg: jwk.kty === 'RSA' ? 'RS256' : 'ES256', typ: 'JWT', kid: jwk['kid'] };
  const payload = { iss: 'vouch', role: 'service_role', iat: Math.floor(Date.now() / 1000), jti: randomUUID() };
  const signed = [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  return `${signed}.${sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

/** Puts the keys of one JWK set before those of another. */
export const addKeys = (made: string, old: string): string =>
  JSON.stringify({ keys: [...keysOf(made), ...keysOf(old)] });

/** Returns a JWK set without the private halves. Its keys can still verify, but no longer sign. */
export const publicKeys = (set: string): string =>
  JSON.stringify({ keys: keysOf(set).map(({ d: _d, p: _p, q: _q, dp: _dp, dq: _dq, qi: _qi, ...half }) => half) });

const firstPrivateKey = (set: string): JsonWebKey | undefined => keysOf(set).find(({ d }) => d !== undefined);

export const newestKey = (set: string): string => JSON.stringify({ keys: [firstPrivateKey(set)].filter(Boolean) });

function keysOf(set: string): JsonWebKey[] {
  const parsed = JSON.parse(set) as { keys: JsonWebKey[] } | JsonWebKey[];
  return Array.isArray(parsed) ? parsed : parsed.keys;
}
