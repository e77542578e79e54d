import type { AuthFactor } from '../../../../../drizzle/tables/people/auth-factors.ts';
import type { AuthIdentity } from '../../../../../drizzle/tables/people/auth-identities.ts';
import type { AuthUser } from '../../../../../drizzle/tables/people/auth-users.ts';
import type { Json } from '../base/metadata.ts';
import type { UserRecord } from '../base/users.db.ts';

/** The JSON of a user, without empty optional fields. A missing `email` or `phone` is an empty string. */
export function userJson({ user, identities, factors }: UserRecord): Json {
  return {
    ...userFields(user),
    ...(factors.length > 0 ? { factors: factors.map(factorJson) } : {}),
    identities: identities.map(identityJson),
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
    is_anonymous: user.is_anonymous,
  };
}

export function listedUserJson(user: AuthUser): Json {
  return { ...userJson({ user, identities: [], factors: [] }), identities: null };
}

function userFields(user: AuthUser): Json {
  return {
    id: user.id,
    aud: 'authenticated',
    role: user.role,
    email: user.email ?? '',
    phone: user.phone ?? '',
    ...filled({
      email_confirmed_at: user.email_confirmed_at,
      phone_confirmed_at: user.phone_confirmed_at,
      confirmed_at: earlier(user.email_confirmed_at, user.phone_confirmed_at),
      invited_at: user.invited_at,
      confirmation_sent_at: user.confirmation_sent_at,
      recovery_sent_at: user.recovery_sent_at,
      new_email: user.new_email,
      email_change_sent_at: user.email_change_sent_at,
      new_phone: user.new_phone,
      phone_change_sent_at: user.phone_change_sent_at,
      reauthentication_sent_at: user.reauthentication_sent_at,
      last_sign_in_at: user.last_sign_in_at,
      banned_until: user.banned_until,
      deleted_at: user.deleted_at,
    }),
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
  };
}

export function identityJson(identity: AuthIdentity): Json {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    ...filled({ last_sign_in_at: identity.last_sign_in_at }),
    created_at: identity.created_at.toISOString(),
    updated_at: identity.updated_at.toISOString(),
    ...filled({ email: identity.email }),
  };
}

/** A factor without its secret. */
export function factorJson(factor: AuthFactor): Json {
  return {
    id: factor.id,
    created_at: factor.created_at.toISOString(),
    updated_at: factor.updated_at.toISOString(),
    status: factor.status,
    ...filled({ friendly_name: factor.friendly_name }),
    factor_type: factor.factor_type,
    ...filled({ phone: factor.phone, last_challenged_at: factor.last_challenged_at }),
  };
}

function filled(fields: Record<string, Date | string | null>): Json {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== null && value !== '')
      .map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  );
}

function earlier(one: Date | null, other: Date | null): Date | null {
  if (!one || !other) return one ?? other;
  return one < other ? one : other;
}
