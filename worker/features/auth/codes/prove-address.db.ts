import { eq } from 'drizzle-orm';
import { authIdentities } from '../../../../drizzle/tables/auth-identities.ts';
import type { Db } from '../../../context.ts';
import { addressIdentity } from '../accounts/new-user.ts';
import { identityDelete, identityInsert, profileUpdate, userUpdate, type Change, type UserRecord } from '../accounts/users.db.ts';
import { sessionDelete } from '../sessions/sessions.db.ts';
import { codeDelete } from './codes.db.ts';

/**
 * Makes the email address proven. Password, metadata and identities stay if the code was that of the sign-up itself, or if the phone of the
 * account was proven before. Any other code on an unproven account clears them: somebody else may have planted them.
 */
export function proveEmail(db: Db, { record, now, isOwnSignUp }: { record: UserRecord; now: Date; isOwnSignUp: boolean }): Change {
  const { user } = record;
  if (user.email_confirmed_at || !user.email) return { record, statements: [] };
  const identity = addressIdentity(user, { addressee: { channel: 'email', address: user.email }, verified: true, now });
  const isKept = isOwnSignUp || user.phone_confirmed_at !== null;
  const user_metadata = isKept ? { ...user.user_metadata, email_verified: true } : identity.identity_data;
  const change = {
    email_confirmed_at: now,
    user_metadata,
    is_anonymous: false,
    updated_at: now,
    ...(isKept ? {} : { password_hash: null, app_metadata: { provider: 'email', providers: ['email'] } }),
  };
  const kept = isKept ? record.identities.filter((each) => each.provider !== 'email') : [];
  const own = record.identities.find((each) => each.provider === 'email') ?? identity;
  const proven = { ...own, identity_data: { ...own.identity_data, email_verified: true } };
  return {
    record: { ...record, user: { ...user, ...change }, identities: [proven, ...kept] },
    statements: [
      userUpdate(db, user.id, change),
      ...(isKept
        ? [identityDelete(db, { user_id: user.id, provider: 'email' })]
        : [db.delete(authIdentities).where(eq(authIdentities.user_id, user.id)), sessionDelete(db, user.id), codeDelete(db, user.id)]),
      identityInsert(db, proven),
      profileUpdate(db, user.id, { email: user.email }),
    ],
  };
}

/** Makes the phone proven. From then on it belongs to the account. */
export function provePhone(db: Db, { record, phone, now }: { record: UserRecord; phone: string; now: Date }): Change {
  const { user } = record;
  const identity = addressIdentity(user, { addressee: { channel: 'sms', address: phone }, verified: true, now });
  const own = record.identities.find((each) => each.provider === 'phone');
  const proven = { ...identity, id: own?.id ?? identity.id, created_at: own?.created_at ?? now };
  const known = Array.isArray(user.app_metadata['providers']) ? (user.app_metadata['providers'] as string[]) : [];
  const change = {
    phone,
    phone_confirmed_at: user.phone === phone ? (user.phone_confirmed_at ?? now) : now,
    new_phone: null,
    is_anonymous: false,
    app_metadata: { provider: 'phone', ...user.app_metadata, providers: [...new Set([...known, 'phone'])] },
    user_metadata: { ...user.user_metadata, phone_verified: true },
    updated_at: now,
  };
  const others = record.identities.filter((each) => each.provider !== 'phone');
  return {
    record: { ...record, user: { ...user, ...change }, identities: [...others, proven] },
    statements: [userUpdate(db, user.id, change), identityDelete(db, { user_id: user.id, provider: 'phone' }), identityInsert(db, proven)],
  };
}
