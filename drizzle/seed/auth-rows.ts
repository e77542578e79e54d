import type { AuthIdentity, AuthSession, AuthUser } from '../tables/all-tables.ts';

/**
 * Rows of the auth service, made whole from the few fields that a test or the seed gives. Ids are random UUIDs, as in
 * the service.
 */
const A_DAY = Date.UTC(2030, 0, 1);

export function authUserRow(over: Partial<AuthUser> = {}): AuthUser {
  const id = over.id ?? crypto.randomUUID();
  return {
    id,
    role: 'authenticated',
    email: `${id}@vouch.test`,
    phone: null,
    password_hash: null,
    email_confirmed_at: new Date(A_DAY),
    phone_confirmed_at: null,
    invited_at: null,
    confirmation_sent_at: null,
    recovery_sent_at: null,
    new_email: null,
    email_change_sent_at: null,
    email_change_proven: null,
    new_phone: null,
    phone_change_sent_at: null,
    reauthentication_sent_at: null,
    last_sign_in_at: null,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: {},
    is_anonymous: false,
    banned_until: null,
    deleted_at: null,
    created_at: new Date(A_DAY),
    updated_at: new Date(A_DAY),
    ...over,
  };
}

/** The email identity of a user. */
export function authIdentityRow(user: Pick<AuthUser, 'id' | 'email'>, over: Partial<AuthIdentity> = {}): AuthIdentity {
  return {
    id: crypto.randomUUID(),
    user_id: user.id,
    provider: 'email',
    provider_id: user.id,
    email: user.email,
    identity_data: { sub: user.id, email: user.email, email_verified: true, phone_verified: false },
    last_sign_in_at: null,
    created_at: new Date(A_DAY),
    updated_at: new Date(A_DAY),
    ...over,
  };
}

/** The user of the session must exist. */
export function authSessionRow(over: Partial<AuthSession> & Pick<AuthSession, 'user_id'>): AuthSession {
  return {
    id: crypto.randomUUID(),
    counter: 0,
    counter_floor: 0,
    refresh_key: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    aal: 'aal1',
    factor_id: null,
    user_agent: null,
    ip: null,
    refreshed_at: null,
    not_after: new Date(A_DAY + 30 * 86_400_000),
    created_at: new Date(A_DAY),
    ...over,
  };
}
