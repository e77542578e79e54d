import { base64urlnopad } from '@scure/base';
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import * as v from 'valibot';
import { EmailAddress } from '../../../../contract/people/email-address.ts';
import { cleanName } from '../../../../contract/text/names.ts';
import { isSameText, sha256, sha256Hex } from '../../../../http/security/crypto.ts';
import { ProviderUnavailable } from './openid-provider.ts';

export interface IdTokenPerson {
  sub: string;
  /** In lower case. Null if the token has no email address. */
  email: string | null;
  email_verified: boolean;
  /** `identity_data` of the identity row. */
  data: Record<string, unknown>;
}

interface IdTokenClaim {
  token: string;
  issuer: string;
  audiences: string[];
  keys: JWTVerifyGetKey;
  nonce?: string | undefined;
  access_token?: string | undefined;
  now: Date;
}

const isTrue = v.pipe(
  v.unknown(),
  v.transform((value) => value === true || value === 'true'),
);

const Claims = v.object({
  iss: v.string(),
  sub: v.pipe(v.string(), v.nonEmpty(), v.maxLength(255)),
  email: v.optional(v.pipe(v.string(), v.toLowerCase(), EmailAddress)),
  email_verified: isTrue,
  nonce: v.optional(v.string()),
  at_hash: v.optional(v.string()),
  name: v.optional(v.pipe(v.string(), v.transform(cleanName))),
  picture: v.optional(v.string()),
  hd: v.optional(v.string()),
});

/** The algorithm `none` and shared secrets are not allowed. `at_hash` uses the hash of these algorithms, SHA-256. */
const ALGORITHMS = ['RS256', 'ES256'];

/** Says whether the token can be decoded and names an allowed algorithm. Does not check the signature. */
export function isWellFormed(token: string): boolean {
  try {
    decodeJwt(token);
    return ALGORITHMS.includes(decodeProtectedHeader(token).alg ?? '');
  } catch {
    return false;
  }
}

/**
 * Verifies an ID token and returns its person, or the reason to refuse it. The request and the token must both have a
 * nonce, or neither may have one. Throws `ProviderUnavailable`.
 */
export async function readIdToken(claim: IdTokenClaim): Promise<{ person: IdTokenPerson } | { refusal: string }> {
  const claims = await verify(claim);
  if (!claims) return { refusal: 'Bad ID token' };
  if ((claims.nonce === undefined) !== (claim.nonce === undefined)) {
    return { refusal: 'Passed nonce and nonce in id_token should either both exist or not.' };
  }
  if (claim.nonce !== undefined && !isSameText(claims.nonce ?? '', await sha256Hex(claim.nonce))) {
    return { refusal: 'Nonces mismatch' };
  }
  const isBound =
    claim.access_token === undefined ||
    claims.at_hash === undefined ||
    claims.at_hash === (await atHash(claim.access_token));
  if (!isBound) return { refusal: 'Bad ID token: access token hash mismatch' };
  return { person: personOf(claims) };
}

async function verify({
  token,
  issuer,
  audiences,
  keys,
  now,
}: IdTokenClaim): Promise<v.InferOutput<typeof Claims> | null> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience: audiences,
      algorithms: ALGORITHMS,
      currentDate: now,
      clockTolerance: 10,
      requiredClaims: ['exp', 'iat', 'sub'],
    });
    const parsed = v.safeParse(Claims, payload);
    return parsed.success ? parsed.output : null;
  } catch (error) {
    // The library has its own error codes for bad tokens. Any other error is about the keys.
    if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid || !isAboutToken(error)) {
      throw new ProviderUnavailable(`keys of ${issuer}`, error);
    }
    return null;
  }
}

function isAboutToken(error: unknown): boolean {
  return error instanceof errors.JOSEError && error.code !== 'ERR_JOSE_GENERIC';
}

function personOf(claims: v.InferOutput<typeof Claims>): IdTokenPerson {
  const { iss, sub, name, picture, hd, email, email_verified } = claims;
  const data = {
    iss,
    sub,
    provider_id: sub,
    ...(name === undefined ? {} : { name, full_name: name }),
    ...(picture === undefined ? {} : { picture, avatar_url: picture }),
    ...(email === undefined ? {} : { email }),
    email_verified: email !== undefined && email_verified,
    phone_verified: false,
    ...(hd === undefined ? {} : { custom_claims: { hd } }),
  };
  return { sub, email: email ?? null, email_verified: data.email_verified, data };
}

async function atHash(accessToken: string): Promise<string> {
  return base64urlnopad.encode((await sha256(accessToken)).slice(0, 16));
}
