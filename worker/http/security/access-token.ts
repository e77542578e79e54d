import { decodeProtectedHeader, errors, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { tokenKeys } from './key-set.ts';

/** The claims of a session's access token or of a service key. A service key has no `sub`. */
export interface AccessClaims extends JWTPayload {
  role?: string;
  session_id?: string;
}

export class InvalidToken extends Error {}

type KeyBindings = Pick<Env, 'AUTH_JWT_KEYS'>;

/** Throws `InvalidToken` if the token is malformed or expired, or if none of our keys signed it. */
export async function verifyAccessToken(
  env: KeyBindings,
  { token, now }: { token: string; now: Date },
): Promise<AccessClaims> {
  const { kid, alg } = headerOf(token);
  const key = (await tokenKeys(env.AUTH_JWT_KEYS)).find((each) => each.kid === kid && each.alg === alg);
  if (!key) throw new InvalidToken('signing key not found');
  try {
    const { payload } = await jwtVerify<AccessClaims>(token, key.verify, { algorithms: [key.alg], currentDate: now });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) throw new InvalidToken(error.message);
    throw error;
  }
}

export async function signAccessToken(env: KeyBindings, claims: JWTPayload): Promise<string> {
  const key = (await tokenKeys(env.AUTH_JWT_KEYS)).find((each) => each.sign !== undefined);
  if (!key?.sign) throw new Error('AUTH_JWT_KEYS holds no private key.');
  return new SignJWT(claims)
    .setProtectedHeader({ alg: key.alg, typ: 'JWT', ...(key.kid ? { kid: key.kid } : {}) })
    .sign(key.sign);
}

export function bearerOf(header: string | undefined): string | undefined {
  return /^bearer\s+(\S+)$/i.exec(header ?? '')?.[1];
}

function headerOf(token: string): { kid?: string; alg?: string } {
  try {
    return decodeProtectedHeader(token);
  } catch {
    throw new InvalidToken('token is malformed');
  }
}
