import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { expect, test } from 'vitest';
import { tokenKeys } from './key-set.ts';

async function privateJwk(alg: 'ES256' | 'RS256'): Promise<JWK> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: alg };
}

const PRIVATE_PARTS = ['d', 'p', 'q', 'dp', 'dq', 'qi'];

test.each([
  ['fields that other tools export', { key_ops: ['sign', 'verify'], use: 'sig', ext: true }],
  ['only one permitted use', { key_ops: ['sign'], ext: false }],
  ['no fields about its use', {}],
])('a private key with %s is accepted, and its public key does not contain the private part', async (_, extra) => {
  for (const alg of ['ES256', 'RS256'] as const) {
    const [key] = await tokenKeys(JSON.stringify({ keys: [{ ...(await privateJwk(alg)), ...extra }] }));
    expect(key).toMatchObject({ kid: alg, alg, sign: expect.anything() });
    for (const part of PRIVATE_PARTS) expect(key?.public_jwk).not.toHaveProperty(part);
  }
});

test('a plain array of keys is a key set', async () => {
  const keys = await tokenKeys(JSON.stringify([await privateJwk('ES256'), await privateJwk('RS256')]));
  expect(keys.map(({ alg }) => alg)).toEqual(['ES256', 'RS256']);
});
