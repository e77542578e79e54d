import { decodeJwt } from 'jose';
import { createMiddleware } from 'hono/factory';
import { bearerOf, type AccessClaims } from '../../../http/access-token.ts';
import { isSameText } from '../../../http/crypto.ts';
import type { AuthEnv } from '../auth-env.ts';
import { bearerClaims, readCaller } from '../sessions/bearer.ts';
import { refuse } from '../errors.ts';

const ADMIN_ROLES = new Set(['service_role', 'supabase_admin']);

/**
 * Lets the service key through, and nobody else (contract 1.4): the secret itself, or a token of an admin role signed by the key set.
 * Only the token's own `role` claim counts, never what a user may write into metadata; a token of a session dies with the session.
 */
export const serviceBearer = createMiddleware<AuthEnv>(async (c, next) => {
  const token = bearerOf(c.req.header('Authorization'));
  const isTheKey = token !== undefined && c.env.AUTH_SERVICE_KEY_JWT !== '' && isSameText(token, c.env.AUTH_SERVICE_KEY_JWT);
  const claims = isTheKey ? ownClaims(token, c.get('now')) : await bearerClaims(c);
  if (!ADMIN_ROLES.has(claims.role ?? '')) throw refuse(403, 'not_admin', 'User not allowed');
  if (claims.session_id !== undefined) await readCaller(c, claims);
  await next();
});

/** The secret may have been signed elsewhere; its expiry counts all the same. */
function ownClaims(token: string, now: Date): AccessClaims {
  const claims = decodeJwt<AccessClaims>(token);
  if (claims.exp !== undefined && claims.exp * 1000 <= now.getTime()) throw refuse(403, 'bad_jwt', 'invalid JWT: token is expired');
  return claims;
}
