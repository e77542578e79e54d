import {
  type AuthIdentity,
  type AuthSession,
  type AuthUser,
  authIdentities,
  authSessions,
  authUsers,
} from '../tables/all-tables.ts';
import { nullColumns } from './null-columns.ts';

const A_DAY = Date.UTC(2030, 0, 1);

export function authUserRow(over: Partial<AuthUser> = {}): AuthUser {
  const id = over.id ?? crypto.randomUUID();
  return {
    ...nullColumns(authUsers),
    id,
    role: 'authenticated',
    email: `${id}@vouch.test`,
    email_confirmed_at: new Date(A_DAY),
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: {},
    is_anonymous: false,
    created_at: new Date(A_DAY),
    updated_at: new Date(A_DAY),
    ...over,
  };
}

export function authIdentityRow(user: Pick<AuthUser, 'id' | 'email'>, over: Partial<AuthIdentity> = {}): AuthIdentity {
  return {
    ...nullColumns(authIdentities),
    id: crypto.randomUUID(),
    user_id: user.id,
    provider: 'email',
    provider_id: user.id,
    email: user.email,
    identity_data: { sub: user.id, email: user.email, email_verified: true, phone_verified: false },
    created_at: new Date(A_DAY),
    updated_at: new Date(A_DAY),
    ...over,
  };
}

export function authSessionRow(over: Partial<AuthSession> & Pick<AuthSession, 'user_id'>): AuthSession {
  return {
    ...nullColumns(authSessions),
    id: crypto.randomUUID(),
    counter: 0,
    counter_floor: 0,
    refresh_key: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    aal: 'aal1',
    not_after: new Date(A_DAY + 30 * 86_400_000),
    created_at: new Date(A_DAY),
    ...over,
  };
}
