import { and, eq, sql } from 'drizzle-orm';
import type { OutsidePerson } from '../../../../../drizzle/tables/people/auth-codes.ts';
import { authIdentities, type AuthIdentity } from '../../../../../drizzle/tables/people/auth-identities.ts';
import { authUsers } from '../../../../../drizzle/tables/people/auth-users.ts';
import type { Accounts, Db } from '../../../../context.ts';
import { codeDelete } from '../codes/codes.db.ts';
import { displayNameOf, withProviders } from '../base/metadata.ts';
import { newUser } from '../accounts/new-user.ts';
import { clearUnproven } from '../codes/unproven.db.ts';
import {
  identityInsert,
  isUser,
  livingRecord,
  profileUpdate,
  readsOfRecord,
  userInserts,
  userUpdate,
  type Change,
  type UserRecord,
} from '../base/users.db.ts';

interface Joining {
  accounts: Accounts;
  record: UserRecord;
  person: OutsidePerson;
  now: Date;
}

export async function findByPerson(
  db: Db,
  person: OutsidePerson,
): Promise<{ of_identity?: UserRecord; of_email?: UserRecord }> {
  const owner = db.select({ id: authIdentities.user_id }).from(authIdentities).where(isIdentityOf(person));
  const [[identityUser], identityRows, identityFactors, [emailUser], emailIdentities, emailFactors] = await db.batch([
    ...readsOfRecord(db, eq(authUsers.id, sql`(${owner})`)),
    ...readsOfRecord(db, isUser({ email: person.email ?? '' })),
  ]);
  return {
    of_identity: livingRecord(identityUser, { identities: identityRows, factors: identityFactors }),
    of_email: livingRecord(emailUser, { identities: emailIdentities, factors: emailFactors }),
  };
}

export function openAccount(db: Db, { person, now }: { person: OutsidePerson; now: Date }): Change {
  const email = person.email_verified ? person.email : null;
  const user = newUser(now, {
    email,
    email_confirmed_at: email === null ? null : now,
    app_metadata: withProviders({}, [person.provider]),
    user_metadata: person.data,
  });
  const record = { user, identities: [outsideIdentity(person, { user_id: user.id, now })], factors: [] };
  return { record, statements: userInserts(db, record) };
}

export function refreshIdentity(
  db: Db,
  { record, person, now }: { record: UserRecord; person: OutsidePerson; now: Date },
): Change {
  const isIt = (each: AuthIdentity) => each.provider === person.provider && each.provider_id === person.provider_id;
  const news = { identity_data: person.data, email: person.email, updated_at: now };
  const user_metadata = { ...record.user.user_metadata, ...person.data };
  return {
    record: {
      ...record,
      user: { ...record.user, user_metadata },
      identities: record.identities.map((each) => (isIt(each) ? Object.assign({}, each, news) : each)),
    },
    statements: [
      db.update(authIdentities).set(news).where(isIdentityOf(person)),
      userUpdate(db, record.user.id, { user_metadata }),
    ],
  };
}

/**
 * Adds the person's identity to an account. `address` becomes the account's address. Callers pass it only if the
 * account has no address, and no other account has the person's verified address.
 */
export function addIdentity(
  db: Db,
  { accounts, record, person, now, address }: Joining & { address?: string | null },
): Change {
  const { id } = record.user;
  const identity = outsideIdentity(person, { user_id: id, now });
  const identities = [...record.identities, identity];
  const providers = identities.map((each) => each.provider);
  const fields = {
    app_metadata: withProviders(record.user.app_metadata, providers),
    user_metadata: { ...record.user.user_metadata, ...person.data },
    is_anonymous: false,
    updated_at: now,
  };
  const proven = address ? { email: address, email_confirmed_at: now } : null;
  const update = proven ? accounts.changeAddress(db, { id, ...proven, fields, now }) : userUpdate(db, id, fields);
  return {
    record: { ...record, user: { ...record.user, ...fields, ...proven }, identities },
    statements: [identityInsert(db, identity), update],
  };
}

/** Gives an unproven account to the person who proved its address. Removes what someone else may have planted in it. */
export function takeOver(
  db: Db,
  { record, person, now }: { record: UserRecord; person: OutsidePerson; now: Date },
): Change {
  const { id, app_metadata } = record.user;
  const cleared = clearUnproven(db, { record, now });
  const identity = outsideIdentity(person, { user_id: id, now });
  const change = {
    email_confirmed_at: now,
    app_metadata: withProviders(app_metadata, [person.provider]),
    user_metadata: person.data,
  };
  return {
    record: { user: { ...cleared.record.user, ...change }, identities: [identity], factors: [] },
    statements: [
      ...cleared.statements,
      db.delete(authIdentities).where(eq(authIdentities.user_id, id)),
      userUpdate(db, id, change),
      identityInsert(db, identity),
      profileUpdate(db, id, { display_name: displayNameOf(person.data) }),
    ],
  };
}

/** Opens an account for the person. The account that held the person's address without proof loses the address. */
export function reclaimAddress(db: Db, { accounts, record, person, now }: Joining): Change {
  const { id, email } = record.user;
  const opened = openAccount(db, { person, now });
  const unproven = record.identities.filter((each) => each.provider === 'email' && each.email === email);
  return {
    record: opened.record,
    statements: [
      accounts.changeAddress(db, { id, email: null, email_confirmed_at: null, now }),
      ...unproven.map((each) => db.delete(authIdentities).where(eq(authIdentities.id, each.id))),
      codeDelete(db, id),
      ...opened.statements,
    ],
  };
}

function isIdentityOf({ provider, provider_id }: OutsidePerson) {
  return and(eq(authIdentities.provider, provider), eq(authIdentities.provider_id, provider_id));
}

function outsideIdentity(person: OutsidePerson, { user_id, now }: { user_id: string; now: Date }): AuthIdentity {
  return {
    id: crypto.randomUUID(),
    user_id,
    provider: person.provider,
    provider_id: person.provider_id,
    email: person.email,
    identity_data: person.data,
    last_sign_in_at: now,
    created_at: now,
    updated_at: now,
  };
}
