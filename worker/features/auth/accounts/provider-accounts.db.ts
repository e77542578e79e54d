import { and, eq, ne, or, sql } from 'drizzle-orm';
import { authOneTimeCodes } from '../../../../drizzle/tables/auth-codes.ts';
import { authFactors } from '../../../../drizzle/tables/auth-factors.ts';
import { authIdentities, type AuthIdentity } from '../../../../drizzle/tables/auth-identities.ts';
import { authSessions } from '../../../../drizzle/tables/auth-sessions.ts';
import { authUsers, type AuthUser } from '../../../../drizzle/tables/auth-users.ts';
import { profiles } from '../../../../drizzle/tables/profiles.ts';
import type { Db } from '../../../context.ts';
import { newUser } from './new-user.ts';
import { withProviders } from './choose-account.rules.ts';
import type { Statement } from '../sessions/start-session.ts';
import { endFlows, isUser, readsOfRecord, type UserRecord } from './users.db.ts';

/** A person as a provider, or a wallet, knows them. `provider_id` is unique within `provider`. */
export interface OutsidePerson {
  provider: string;
  provider_id: string;
  email: string | null;
  email_verified: boolean;
  data: Record<string, unknown>;
}

/** The user who has this identity, and the user who has this address, in one round trip. */
export async function findByPerson(db: Db, person: OutsidePerson): Promise<{ of_identity?: UserRecord; of_email?: UserRecord }> {
  const owner = db
    .select({ id: authIdentities.user_id })
    .from(authIdentities)
    .where(and(eq(authIdentities.provider, person.provider), eq(authIdentities.provider_id, person.provider_id)));
  const [ofIdentity, identityRows, identityFactors, ofEmail, emailIdentities, emailFactors] = await db.batch([
    ...readsOfRecord(db, eq(authUsers.id, sql`(${owner})`)),
    ...readsOfRecord(db, isUser({ email: person.email ?? '' })),
  ]);
  return {
    of_identity: living(ofIdentity[0], identityRows, identityFactors),
    of_email: living(ofEmail[0], emailIdentities, emailFactors),
  };
}

function living(user: AuthUser | undefined, identities: AuthIdentity[], factors: UserRecord['factors']): UserRecord | undefined {
  return user && !user.deleted_at ? { user, identities, factors } : undefined;
}

/** The identity row of a person for a user. */
export function identityOf(person: OutsidePerson, { user_id, now }: { user_id: string; now: Date }): AuthIdentity {
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

/** A new account of a person, with profile and identity: the record as it will be, and the statements that make it so. */
export function openAccount(db: Db, { person, now }: { person: OutsidePerson; now: Date }): Change {
  const email = person.email_verified ? person.email : null;
  const user = newUser(now, {
    email,
    email_confirmed_at: email === null ? null : now,
    app_metadata: withProviders({}, [person.provider]),
    user_metadata: person.data,
  });
  const identity = identityOf(person, { user_id: user.id, now });
  return {
    record: { user, identities: [identity], factors: [] },
    statements: [
      db.insert(authUsers).values(user),
      db.insert(profiles).values({ id: user.id, email, display_name: nameOf(person.data), created_at: now }),
      db.insert(authIdentities).values(identity),
    ],
  };
}

/** What a decision writes, and the record as it is afterwards. */
export interface Change {
  record: UserRecord;
  statements: Statement[];
}

/** The identity is known: what the provider says of the person now replaces what it said before. */
export function refreshIdentity(db: Db, { record, person, now }: { record: UserRecord; person: OutsidePerson; now: Date }): Change {
  const isIt = (each: AuthIdentity) => each.provider === person.provider && each.provider_id === person.provider_id;
  const news = { identity_data: person.data, email: person.email, updated_at: now };
  const userMetadata = { ...record.user.user_metadata, ...person.data };
  return {
    record: {
      ...record,
      user: { ...record.user, user_metadata: userMetadata },
      identities: record.identities.map((each) => (isIt(each) ? Object.assign({}, each, news) : each)),
    },
    statements: [
      db
        .update(authIdentities)
        .set(news)
        .where(and(eq(authIdentities.provider, person.provider), eq(authIdentities.provider_id, person.provider_id))),
      db.update(authUsers).set({ user_metadata: userMetadata }).where(eq(authUsers.id, record.user.id)),
    ],
  };
}

/** A further identity for a confirmed account. A user without a proven address gains the person's where it is free. */
export function addIdentity(
  db: Db,
  { record, person, now, address }: { record: UserRecord; person: OutsidePerson; now: Date; address?: string | null },
): Change {
  const identity = identityOf(person, { user_id: record.user.id, now });
  const identities = [...record.identities, identity];
  const changed = {
    app_metadata: withProviders(
      record.user.app_metadata,
      identities.map((each) => each.provider),
    ),
    user_metadata: { ...record.user.user_metadata, ...person.data },
    is_anonymous: false,
    updated_at: now,
    ...(address ? { email: address, email_confirmed_at: now } : {}),
  };
  return {
    record: { ...record, user: { ...record.user, ...changed }, identities },
    statements: [
      db.insert(authIdentities).values(identity),
      db.update(authUsers).set(changed).where(eq(authUsers.id, record.user.id)),
      ...(address ? [db.update(profiles).set({ email: address }).where(eq(profiles.id, record.user.id))] : []),
    ],
  };
}

/**
 * What somebody unproven may have planted in an account goes: password, metadata, phone, identities but the address's own, factors,
 * sessions, every code and flow under way. What only an admin can set stays.
 */
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
  const isForeign = or(ne(authIdentities.provider, 'email'), ne(sql`coalesce(${authIdentities.email}, '')`, email ?? ''));
  return {
    record: { user: { ...record.user, ...clean }, identities: own, factors: [] },
    statements: [
      db.delete(authSessions).where(eq(authSessions.user_id, id)),
      db.delete(authFactors).where(eq(authFactors.user_id, id)),
      db.delete(authOneTimeCodes).where(eq(authOneTimeCodes.user_id, id)),
      endFlows(db, id),
      db.delete(authIdentities).where(and(eq(authIdentities.user_id, id), isForeign)),
      db.update(authUsers).set(clean).where(eq(authUsers.id, id)),
      db.update(profiles).set({ display_name: null, school: null }).where(eq(profiles.id, id)),
    ],
  };
}

/** An account nobody confirmed becomes the person's who has proven its address; of what was there only the id and the address stay. */
export function takeOver(db: Db, { record, person, now }: { record: UserRecord; person: OutsidePerson; now: Date }): Change {
  const { id } = record.user;
  const cleared = clearUnproven(db, { record, now });
  const identity = identityOf(person, { user_id: id, now });
  const theirs = {
    email_confirmed_at: now,
    app_metadata: withProviders(record.user.app_metadata, [person.provider]),
    user_metadata: person.data,
  };
  return {
    record: { user: { ...cleared.record.user, ...theirs }, identities: [identity], factors: [] },
    statements: [
      ...cleared.statements,
      db.delete(authIdentities).where(eq(authIdentities.user_id, id)),
      db.update(authUsers).set(theirs).where(eq(authUsers.id, id)),
      db.insert(authIdentities).values(identity),
      db
        .update(profiles)
        .set({ display_name: nameOf(person.data) })
        .where(eq(profiles.id, id)),
    ],
  };
}

/** A new account for the person who has proven an address that a lived-in account only named; that account loses the address alone. */
export function reclaimAddress(db: Db, { record, person, now }: { record: UserRecord; person: OutsidePerson; now: Date }): Change {
  const { id, email } = record.user;
  const opened = openAccount(db, { person, now });
  const unproven = record.identities.filter((each) => each.provider === 'email' && each.email === email);
  return {
    record: opened.record,
    statements: [
      db.update(authUsers).set({ email: null, email_confirmed_at: null, updated_at: now }).where(eq(authUsers.id, id)),
      db.update(profiles).set({ email: null }).where(eq(profiles.id, id)),
      ...unproven.map((each) => db.delete(authIdentities).where(eq(authIdentities.id, each.id))),
      db.delete(authOneTimeCodes).where(eq(authOneTimeCodes.user_id, id)),
      ...opened.statements,
    ],
  };
}

function nameOf(data: Record<string, unknown>): string | null {
  return typeof data['full_name'] === 'string' ? data['full_name'].slice(0, 100) : null;
}
