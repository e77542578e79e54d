import type { AuthIdentity } from '../../../../../drizzle/tables/people/auth-identities.ts';
import type { AuthUser } from '../../../../../drizzle/tables/people/auth-users.ts';
import { providerOf, type Addressee } from './addresses.ts';
import type { Json } from '../base/metadata.ts';
import type { UserRecord } from '../base/users.db.ts';

export function newUser(now: Date, over: Partial<AuthUser> = {}): AuthUser {
  return {
    id: crypto.randomUUID(),
    role: 'authenticated',
    email: null,
    phone: null,
    password_hash: null,
    email_confirmed_at: null,
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
    app_metadata: {},
    user_metadata: {},
    is_anonymous: false,
    banned_until: null,
    deleted_at: null,
    created_at: now,
    updated_at: now,
    ...over,
  };
}

export function addressIdentity(
  user: Pick<AuthUser, 'id'>,
  { addressee, verified, now }: { addressee: Addressee; verified: boolean; now: Date },
): AuthIdentity {
  const isEmail = addressee.channel === 'email';
  return {
    id: crypto.randomUUID(),
    user_id: user.id,
    provider: providerOf(addressee),
    provider_id: user.id,
    email: isEmail ? addressee.address : null,
    identity_data: {
      sub: user.id,
      ...(isEmail ? { email: addressee.address } : { phone: addressee.address }),
      email_verified: isEmail && verified,
      phone_verified: !isEmail && verified,
    },
    last_sign_in_at: now,
    created_at: now,
    updated_at: now,
  };
}

/**
 * Builds a new account with one address. Its `user_metadata` has the fields of the identity and of `data`. If both have
 * a field, `data` counts.
 */
export function addressRecord(
  now: Date,
  {
    addressee,
    confirmed,
    password_hash,
    data,
  }: { addressee: Addressee; confirmed: boolean; password_hash: string | null; data: Json },
): UserRecord {
  const provider = providerOf(addressee);
  const user = newUser(now, {
    [provider]: addressee.address,
    password_hash,
    app_metadata: { provider, providers: [provider] },
    ...(confirmed ? { [`${provider}_confirmed_at`]: now } : {}),
  });
  const identity = addressIdentity(user, { addressee, verified: confirmed, now });
  return {
    user: { ...user, user_metadata: { ...identity.identity_data, ...data } },
    identities: [identity],
    factors: [],
  };
}

/** Returns the record without the sign-up's password and metadata. The account gets them after the confirmation. */
export function withoutSignUp(record: UserRecord): UserRecord {
  const user_metadata = record.identities[0]?.identity_data ?? {};
  return { ...record, user: { ...record.user, password_hash: null, user_metadata } };
}
