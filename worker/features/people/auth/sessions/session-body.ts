import type { Context } from 'hono';
import type { AuthAmr } from '../../../../../drizzle/tables/people/auth-sessions.ts';
import { signAccessToken } from '../../../../http/security/access-token.ts';
import { userJson } from '../accounts/user-json.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { refreshToken } from './refresh-token.ts';
import { ACCESS_TOKEN_SECONDS } from './session-life.ts';
import type { SessionRecord } from './sessions.db.ts';

/** `expires_in` is in seconds. `expires_at` is in seconds since 1970. */
export interface SessionBody {
  access_token: string;
  token_type: 'bearer';
  expires_in: number;
  expires_at: number;
  refresh_token: string;
  user: Record<string, unknown>;
}

export async function sessionBody(c: Context<AuthEnv>, { record, session, amr }: SessionRecord): Promise<SessionBody> {
  const issuedAt = Math.floor(c.get('now').getTime() / 1000);
  const expiresAt = issuedAt + ACCESS_TOKEN_SECONDS;
  const { user } = record;
  const claims = {
    iss: c.get('config').external_url,
    sub: user.id,
    aud: 'authenticated',
    exp: expiresAt,
    iat: issuedAt,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    role: user.role,
    aal: session.aal,
    amr: amrClaim(amr),
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  };
  return {
    access_token: await signAccessToken(c.env, claims),
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: expiresAt,
    refresh_token: await refreshToken(session),
    user: userJson(record),
  };
}

function amrClaim(amr: AuthAmr[]) {
  return amr.toSorted((one, other) => other.created_at.getTime() - one.created_at.getTime()).map(amrEntry);
}

function amrEntry({ method, provider, created_at }: AuthAmr) {
  const proof = { method, timestamp: Math.floor(created_at.getTime() / 1000) };
  return provider ? { ...proof, provider } : proof;
}
