import { eq } from 'drizzle-orm';
import type { PendingSignUp } from '../../../../../drizzle/tables/people/auth-codes.ts';
import { authIdentities } from '../../../../../drizzle/tables/people/auth-identities.ts';
import type { Db } from '../../../../context.ts';
import { displayNameOf } from '../base/metadata.ts';
import { addressIdentity } from '../accounts/new-user.ts';
import { isProven } from '../accounts/unproven.ts';
import {
  identityDelete,
  identityInsert,
  profileUpdate,
  userUpdate,
  type Change,
  type UserRecord,
} from '../base/users.db.ts';
import { sessionDelete } from '../sessions/sessions.db.ts';
import { codeDelete } from './codes.db.ts';

/**
 * Marks the email address as proven. An account with a proven phone keeps its password, metadata and identities. For an
 * account without a proven phone, the kind of the code matters: a `confirmation` applies the sign-up that is stored
 * with the code. Every other kind clears the password, the metadata, the other identities, the sessions and the codes.
 */
export function proveEmail(
  db: Db,
  {
    record,
    now,
    sign_up,
    isConfirmation,
  }: { record: UserRecord; now: Date; sign_up: PendingSignUp | null; isConfirmation: boolean },
): Change {
  const { user } = record;
  if (user.email_confirmed_at || !user.email) return { record, statements: [] };
  const identity = addressIdentity(user, { addressee: { channel: 'email', address: user.email }, verified: true, now });
  const isKept = isConfirmation || user.phone_confirmed_at !== null;
  const applied = user.phone_confirmed_at === null ? sign_up : null;
  const user_metadata = isKept
    ? { ...user.user_metadata, ...applied?.data, email_verified: true }
    : identity.identity_data;
  const change = {
    email_confirmed_at: now,
    user_metadata,
    is_anonymous: false,
    updated_at: now,
    ...passwordOf(applied),
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
        : [
            db.delete(authIdentities).where(eq(authIdentities.user_id, user.id)),
            sessionDelete(db, user.id),
            codeDelete(db, user.id),
          ]),
      identityInsert(db, proven),
      profileUpdate(db, user.id, { email: user.email, ...(isKept ? displayOf(applied) : { display_name: null }) }),
    ],
  };
}

/** Marks the phone as proven. If the account was unproven, applies the sign-up stored with the code. */
export function provePhone(
  db: Db,
  {
    record,
    phone,
    now,
    sign_up = null,
  }: { record: UserRecord; phone: string; now: Date; sign_up?: PendingSignUp | null },
): Change {
  const { user } = record;
  const applied = isProven(record) ? null : sign_up;
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
    user_metadata: { ...user.user_metadata, ...applied?.data, phone_verified: true },
    ...passwordOf(applied),
    updated_at: now,
  };
  const others = record.identities.filter((each) => each.provider !== 'phone');
  return {
    record: { ...record, user: { ...user, ...change }, identities: [...others, proven] },
    statements: [
      userUpdate(db, user.id, change),
      identityDelete(db, { user_id: user.id, provider: 'phone' }),
      identityInsert(db, proven),
      ...(applied ? [profileUpdate(db, user.id, displayOf(applied))] : []),
    ],
  };
}

function passwordOf(sign_up: PendingSignUp | null): { password_hash?: string } {
  return sign_up?.password_hash ? { password_hash: sign_up.password_hash } : {};
}

function displayOf(sign_up: PendingSignUp | null): { display_name?: string | null } {
  return sign_up ? { display_name: displayNameOf(sign_up.data) } : {};
}
