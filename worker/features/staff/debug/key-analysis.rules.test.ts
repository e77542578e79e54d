import { expect, test } from 'vitest';
import { analysisOf } from './key-analysis.rules.ts';

const JWK = {
  kty: 'EC',
  crv: 'P-256',
  x: 'PJKY3vi5gaGuF9onaSzxcK7R8I-BrK0EvyjFTneHlzU',
  y: 'o2SQ6aPGtlb-v-bemvGWJvL1VZMq5vWxMvIyi5HzUtk',
};

test('an analysis identifies the key and shows only the first and last characters of its numbers', () => {
  expect(analysisOf({ jwk: { ...JWK, kid: 'one', use: 'sig' }, alg: 'ES256', signs: true })).toEqual({
    kid: 'one',
    alg: 'ES256',
    kty: 'EC',
    crv: 'P-256',
    use: 'sig',
    signs: true,
    numbers: [
      { name: 'x', masked: 'PJKY…HlzU', bytes: 32 },
      { name: 'y', masked: 'o2SQ…zUtk', bytes: 32 },
    ],
  });
});

test('an analysis never shows a private key, nor any part of a short number', () => {
  const analysis = JSON.stringify(
    analysisOf({ jwk: { ...JWK, e: 'AQAB', d: 'the-private-half-of-it-all' }, alg: 'ES256', signs: true }),
  );
  expect(analysis).not.toContain('private');
  expect(analysis).not.toContain('AQAB');
  expect(analysis).not.toContain(JWK.x);
});
