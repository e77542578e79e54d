import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { authFactors } from '../../../../../drizzle/tables/people/auth-factors.ts';
import { authIdentities } from '../../../../../drizzle/tables/people/auth-identities.ts';
import { authSignInPasskeys } from '../../../../../drizzle/tables/people/auth-sign-in-passkeys.ts';
import { authUsers } from '../../../../../drizzle/tables/people/auth-users.ts';
import { profiles } from '../../../../../drizzle/tables/people/profiles.ts';
import type { Role } from '../../../../../drizzle/vocabulary.ts';
import type { Accounts, Db } from '../../../../context.ts';
import type { Statement, Write } from '../../../../http/database/batch.ts';
import { accessDeletes } from './access.db.ts';
import { displayNameOf, withProviders } from '../base/metadata.ts';
import { identityInsert, profileUpdate, userUpdate, type Change, type UserRecord } from '../base/users.db.ts';

export async function findRole(db: Db, id: string): Promise<Role> {
  const [profile] = await db.select({ role: profiles.role }).from(profiles).where(eq(profiles.id, id));
  return profile?.role ?? 'user';
}

/** Writes the result of `replacedBySignUp`, if the account is still unproven and not invited. */
export function signUpRewrites(
  db: Db,
  { accounts, record, now }: { accounts: Accounts; record: UserRecord; now: Date },
): Write[] {
  const { id, email, email_confirmed_at, banned_until: _banned, deleted_at: _deleted, ...fields } = record.user;
  const { user_metadata } = record.user;
  return [
    ...whileUnproven(db, record),
    accounts.changeAddress(db, { id, email, email_confirmed_at, fields, only: isUnprovenRow(id), now }),
    profileUpdate(db, id, { display_name: displayNameOf(user_metadata) }),
  ];
}

/**
 * Makes a batch fail if the account is proven or invited: the first statement then deletes no identity, so inserting
 * the same identities again fails.
 */
export function whileUnproven(db: Db, { user, identities }: UserRecord): Statement[] {
  const unproven = db.select({ id: authUsers.id }).from(authUsers).where(isUnprovenRow(user.id));
  return [
    db.delete(authIdentities).where(inArray(authIdentities.user_id, unproven)),
    ...identities.map((identity) => identityInsert(db, identity)),
  ];
}

function isUnprovenRow(id: string) {
  const isUnproven = and(isNull(authUsers.email_confirmed_at), isNull(authUsers.phone_confirmed_at));
  return and(eq(authUsers.id, id), isUnproven, isNull(authUsers.invited_at));
}

/** Removes all that a stranger may have planted in an unproven account. Keeps what only an admin can set. */
export function clearUnproven(db: Db, { record, now }: { record: UserRecord; now: Date }): Change {
  const { id, email } = record.user;
  const own = record.identities.filter((each) => each.provider === 'email' && each.email === email);
  const clean = {
    password_hash: null,
    phone: null,
    phone_confirmed_at: null,
    confirmation_sent_at: null,
    recovery_sent_at: null,
    new_email: null,
    email_change_sent_at: null,
    email_change_proven: null,
    new_phone: null,
    phone_change_sent_at: null,
    reauthentication_sent_at: null,
    app_metadata: withProviders(record.user.app_metadata, ['email']),
    user_metadata: {},
    is_anonymous: false,
    updated_at: now,
  };
  const isForeign = or(
    ne(authIdentities.provider, 'email'),
    ne(sql`coalesce(${authIdentities.email}, '')`, email ?? ''),
  );
  return {
    record: { user: { ...record.user, ...clean }, identities: own, factors: [] },
    statements: [
      ...accessDeletes(db, id),
      db.delete(authFactors).where(eq(authFactors.user_id, id)),
      db.delete(authSignInPasskeys).where(eq(authSignInPasskeys.user_id, id)),
      db.delete(authIdentities).where(and(eq(authIdentities.user_id, id), isForeign)),
      userUpdate(db, id, clean),
      profileUpdate(db, id, { display_name: null, school: null }),
    ],
  };
}
