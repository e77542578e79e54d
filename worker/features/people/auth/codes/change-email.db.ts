import { and, eq, isNull, or } from 'drizzle-orm';
import { authUsers } from '../../../../../drizzle/tables/people/auth-users.ts';
import type { Accounts, Db } from '../../../../context.ts';
import { updateUser } from '../../accounts/update-user.db.ts';
import { codeDelete } from './codes.db.ts';
import { addressIdentity } from '../accounts/new-user.ts';
import { identityDelete, identityInsert, type Change, type UserRecord } from '../base/users.db.ts';

/**
 * Records that one address of an email change is proven. Returns false if the other address is already proven, or if
 * the user has since asked for a different new address.
 */
export async function noteHalf(
  db: Db,
  { user_id, new_email, half }: { user_id: string; new_email: string; half: 'current' | 'new' },
): Promise<boolean> {
  const isFirst = or(isNull(authUsers.email_change_proven), eq(authUsers.email_change_proven, half));
  const where = and(eq(authUsers.id, user_id), eq(authUsers.new_email, new_email), isFirst);
  const noted = await updateUser(db, { fields: { email_change_proven: half }, where }).returning({ id: authUsers.id });
  return noted.length > 0;
}

/** Moves a user, the email identity and the profile to a proven address, and ends every code of the user. */
export function emailMove(
  db: Db,
  { accounts, record, email, now }: { accounts: Accounts; record: UserRecord; email: string; now: Date },
): Change {
  const { user } = record;
  const address = { email, email_confirmed_at: now };
  const fields = {
    new_email: null,
    email_change_proven: null,
    is_anonymous: false,
    user_metadata: { ...user.user_metadata, email, email_verified: true },
    updated_at: now,
  };
  const own = record.identities.find((each) => each.provider === 'email');
  const made = addressIdentity(user, { addressee: { channel: 'email', address: email }, verified: true, now });
  const identity = own ? { ...own, email, identity_data: made.identity_data, updated_at: now } : made;
  const others = record.identities.filter((each) => each.provider !== 'email');
  return {
    record: { ...record, user: { ...user, ...fields, ...address }, identities: [identity, ...others] },
    statements: [
      accounts.changeAddress(db, { id: user.id, ...address, fields, now }),
      identityDelete(db, { user_id: user.id, provider: 'email' }),
      identityInsert(db, identity),
      codeDelete(db, user.id),
    ],
  };
}
