import { and, eq, isNull, or } from 'drizzle-orm';
import { authUsers } from '../../../../drizzle/tables/auth-users.ts';
import type { Db } from '../../../context.ts';
import { codeDelete } from '../codes/codes.db.ts';
import { addressIdentity } from './new-user.ts';
import { identityDelete, identityInsert, profileUpdate, userUpdate, type Change, type UserRecord } from './users.db.ts';

/** Notes that one half of an email change is proven. False if the other half was noted before, or the change is another one by now. */
export async function noteHalf(
  db: Db,
  { user_id, new_email, half }: { user_id: string; new_email: string; half: 'current' | 'new' },
): Promise<boolean> {
  const isFirst = or(isNull(authUsers.email_change_proven), eq(authUsers.email_change_proven, half));
  const noted = await db
    .update(authUsers)
    .set({ email_change_proven: half })
    .where(and(eq(authUsers.id, user_id), eq(authUsers.new_email, new_email), isFirst))
    .returning({ id: authUsers.id });
  return noted.length > 0;
}

/** Moves a user, the email identity and the profile to a proven address, and ends every code of the user. */
export function emailMove(db: Db, { record, email, now }: { record: UserRecord; email: string; now: Date }): Change {
  const { user } = record;
  const change = {
    email,
    email_confirmed_at: now,
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
    record: { ...record, user: { ...user, ...change }, identities: [identity, ...others] },
    statements: [
      userUpdate(db, user.id, change),
      identityDelete(db, { user_id: user.id, provider: 'email' }),
      identityInsert(db, identity),
      profileUpdate(db, user.id, { email }),
      codeDelete(db, user.id),
    ],
  };
}
