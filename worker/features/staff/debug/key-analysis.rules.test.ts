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

test('an analysis never shows the private numbers of a key, and masks a short number completely', () => {
  const secret = Object.fromEntries(
    ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'].map((name) => [name, `private-part-${name}-of-the-key`]),
  );
  expect(analysisOf({ jwk: { ...JWK, ...secret, e: 'AQAB' }, alg: 'ES256', signs: true })).toEqual({
    kid: null,
    alg: 'ES256',
    kty: 'EC',
    crv: 'P-256',
    use: null,
    signs: true,
    numbers: [
      { name: 'x', masked: 'PJKY…HlzU', bytes: 32 },
      { name: 'y', masked: 'o2SQ…zUtk', bytes: 32 },
      { name: 'e', masked: '…', bytes: 3 },
    ],
  });
});
