import type { Context } from 'hono';
import { decodeJwt } from 'jose';
import { createMiddleware } from 'hono/factory';
import { bearerOf, type AccessClaims } from '../../../../http/security/access-token.ts';
import { isSameText } from '../../../../http/security/crypto.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { bearerClaims, readCaller } from './bearer.ts';
import { refuse } from '../base/errors.ts';

const ADMIN_ROLES = new Set(['service_role', 'supabase_admin']);

export const serviceBearer = createMiddleware<AuthEnv>(async (c, next) => {
  await refuseUnlessService(c);
  await next();
});

/**
 * Accepts `AUTH_SERVICE_KEY_JWT` itself, or a token that our key set signed. Either needs an admin role. Only the
 * `role` claim counts, because users cannot write it. If the token has a session, the session must be live.
 */
export async function refuseUnlessService(c: Context<AuthEnv>): Promise<void> {
  const token = bearerOf(c.req.header('Authorization'));
  const isTheKey =
    token !== undefined && c.env.AUTH_SERVICE_KEY_JWT !== '' && isSameText(token, c.env.AUTH_SERVICE_KEY_JWT);
  const claims = isTheKey ? ownClaims(token, c.get('now')) : await bearerClaims(c);
  if (!ADMIN_ROLES.has(claims.role ?? '')) throw refuse(403, 'not_admin', 'User not allowed');
  if (claims.session_id !== undefined) await readCaller(c, claims);
}

/** Checks only the expiry, because another key set may have signed `AUTH_SERVICE_KEY_JWT`. */
function ownClaims(token: string, now: Date): AccessClaims {
  const claims = decodeJwt<AccessClaims>(token);
  if (claims.exp !== undefined && claims.exp * 1000 <= now.getTime())
    throw refuse(403, 'bad_jwt', 'invalid JWT: token is expired');
  return claims;
}
