import { eq } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import type { Context } from 'hono';
import { authIdentities } from '../../../../drizzle/tables/auth-identities.ts';
import { authAmr, authSessions, type AuthAmr, type AuthSession } from '../../../../drizzle/tables/auth-sessions.ts';
import { authUsers } from '../../../../drizzle/tables/auth-users.ts';
import { signAccessToken } from '../../../http/access-token.ts';
import { randomSecret } from '../../../http/crypto.ts';
import { clientAddress } from '../../../http/request.ts';
import type { AuthEnv } from '../auth-env.ts';
import { refreshToken } from './refresh-token.ts';
import { userJson } from '../accounts/user-json.ts';
import type { UserRecord } from '../accounts/users.db.ts';

/** How long an access token lives, in seconds. */
const ACCESS_SECONDS = 3600;

/** How a session was proven, in the words of the `amr` claim. */
export type AmrMethod =
  | 'password'
  | 'otp'
  | 'oauth'
  | 'totp'
  | 'mfa/phone'
  | 'recovery'
  | 'invite'
  | 'magiclink'
  | 'email/signup'
  | 'email_change'
  | 'anonymous'
  | 'web3';

/** A statement that must hold or fall with the session. */
export type Statement = BatchItem<'sqlite'>;

interface SignIn {
  record: UserRecord;
  method: AmrMethod;
  /** The provider that the `amr` claim names. */
  provider?: string;
  /** The provider of the identity that was used; `provider` where it is left out. */
  identity?: string;
  /** Statements of the same batch, before the session's own: a new user, a consumed code. */
  alongside?: Statement[];
}

/** The session answer of the contract (1.3). */
export interface SessionBody {
  access_token: string;
  token_type: 'bearer';
  expires_in: number;
  expires_at: number;
  refresh_token: string;
  user: Record<string, unknown>;
}

/** Opens a session for a user who has just proven themselves, in one batch, and answers its tokens. */
export async function startSession(
  c: Context<AuthEnv>,
  { record, method, provider, identity = provider, alongside = [] }: SignIn,
): Promise<SessionBody> {
  const [db, now] = [c.get('db'), c.get('now')];
  const session: AuthSession = {
    id: crypto.randomUUID(),
    user_id: record.user.id,
    counter: 0,
    counter_floor: 0,
    refresh_key: randomSecret(),
    aal: 'aal1',
    factor_id: null,
    user_agent: c.req.header('User-Agent')?.slice(0, 300) ?? null,
    ip: clientAddress(c),
    refreshed_at: null,
    not_after: null,
    created_at: now,
  };
  const amr: AuthAmr = { session_id: session.id, method, provider: provider ?? null, created_at: now };
  const used = record.identities.find((each) => each.provider === identity)?.id;
  const statements: Statement[] = [
    ...alongside,
    db.insert(authSessions).values(session),
    db.insert(authAmr).values(amr),
    db.update(authUsers).set({ last_sign_in_at: now, updated_at: now }).where(eq(authUsers.id, record.user.id)),
    ...(used ? [db.update(authIdentities).set({ last_sign_in_at: now, updated_at: now }).where(eq(authIdentities.id, used))] : []),
  ];
  const [first, ...rest] = statements;
  await db.batch([first!, ...rest]);
  return sessionBody(c, { record: signedInAt(record, { now, used }), session, amr: [amr] });
}

/** The answer of a session as it stands: a fresh access token and the refresh token of its current counter. */
export async function sessionBody(
  c: Context<AuthEnv>,
  { record, session, amr }: { record: UserRecord; session: AuthSession; amr: AuthAmr[] },
): Promise<SessionBody> {
  const issuedAt = Math.floor(c.get('now').getTime() / 1000);
  const expiresAt = issuedAt + ACCESS_SECONDS;
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
    expires_in: ACCESS_SECONDS,
    expires_at: expiresAt,
    refresh_token: await refreshToken(session),
    user: userJson(record),
  };
}

function amrClaim(amr: AuthAmr[]) {
  return amr.toSorted((one, other) => other.created_at.getTime() - one.created_at.getTime()).map(amrEntry);
}

function amrEntry({ method, provider, created_at }: AuthAmr) {
  const proven = { method, timestamp: Math.floor(created_at.getTime() / 1000) };
  return provider ? { ...proven, provider } : proven;
}

function signedInAt(record: UserRecord, { now, used }: { now: Date; used: string | undefined }): UserRecord {
  return {
    ...record,
    user: { ...record.user, last_sign_in_at: now, updated_at: now },
    identities: record.identities.map((each) => (each.id === used ? { ...each, last_sign_in_at: now, updated_at: now } : each)),
  };
}
