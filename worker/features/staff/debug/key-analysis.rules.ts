import type { JWK } from 'jose';

const SHOWN = 4;

/** Describes a key but does not show it. `signs`: the Worker also holds the private key. */
export function analysisOf({ jwk, alg, signs }: { jwk: JWK; alg: string; signs: boolean }) {
  const { kid, kty, crv, use, x, y, n, e } = jwk;
  return {
    kid: kid ?? null,
    alg,
    kty: kty ?? null,
    crv: crv ?? null,
    use: use ?? null,
    signs,
    numbers: Object.entries({ x, y, n, e }).flatMap(([name, value]) =>
      value === undefined ? [] : [{ name, masked: masked(value), bytes: Math.floor((value.length * 3) / 4) }],
    ),
  };
}

/** Keeps only the first and last characters of a long value, and nothing of a short one. */
function masked(value: string): string {
  return value.length > 4 * SHOWN ? `${value.slice(0, SHOWN)}…${value.slice(-SHOWN)}` : '…';
}
