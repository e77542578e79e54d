import { encodeBase64urlNoPadding } from '@oslojs/encoding';
import { errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import * as v from 'valibot';
import { isSameText, sha256, sha256Hex } from '../../../http/crypto.ts';
import { ProviderUnavailable } from './openid-provider.ts';

/** What a provider says of a person, in one shape. `email` is lower-cased. */
export interface ProviderPerson {
  sub: string;
  email: string | null;
  email_verified: boolean;
  /** `identity_data` of the identity row. */
  data: Record<string, unknown>;
}

/** An id_token as it came in, and what it must agree with. */
export interface IdTokenClaim {
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
  email: v.optional(v.pipe(v.string(), v.toLowerCase(), v.maxLength(255), v.email())),
  email_verified: isTrue,
  nonce: v.optional(v.string()),
  at_hash: v.optional(v.string()),
  name: v.optional(v.string()),
  picture: v.optional(v.string()),
  hd: v.optional(v.string()),
});

/** Both hash with SHA-256, so at_hash needs no table; a key set holding a shared secret or no algorithm at all never comes into it. */
const ALGORITHMS = ['RS256', 'ES256'];

/**
 * The person an id_token speaks of, or the sentence that refuses it: signature by the issuer's own keys, issuer, audience, expiry, a
 * subject, the nonce on both sides or on neither, and the access token's hash where both are there. Throws `ProviderUnavailable` where
 * the keys cannot be had.
 */
export async function readIdToken(claim: IdTokenClaim): Promise<{ person: ProviderPerson } | { refusal: string }> {
  const claims = await verify(claim);
  if (!claims) return { refusal: 'Bad ID token' };
  if ((claims.nonce === undefined) !== (claim.nonce === undefined)) {
    return { refusal: 'Passed nonce and nonce in id_token should either both exist or not.' };
  }
  if (claim.nonce !== undefined && !isSameText(claims.nonce ?? '', await sha256Hex(claim.nonce))) {
    return { refusal: 'Nonces mismatch' };
  }
  const isBound = claim.access_token === undefined || claims.at_hash === undefined || claims.at_hash === (await atHash(claim.access_token));
  if (!isBound) return { refusal: 'Bad ID token: access token hash mismatch' };
  return { person: personOf(claims) };
}

async function verify({ token, issuer, audiences, keys, now }: IdTokenClaim): Promise<v.InferOutput<typeof Claims> | null> {
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
    // The library names what is wrong with a token by a code; anything else is the way to the keys.
    if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid || !isAboutToken(error)) {
      throw new ProviderUnavailable(`keys of ${issuer}`, error);
    }
    return null;
  }
}

function isAboutToken(error: unknown): boolean {
  return error instanceof errors.JOSEError && error.code !== 'ERR_JOSE_GENERIC';
}

function personOf(claims: v.InferOutput<typeof Claims>): ProviderPerson {
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
  return encodeBase64urlNoPadding((await sha256(accessToken)).slice(0, 16));
}
