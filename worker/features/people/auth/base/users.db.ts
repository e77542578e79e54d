import { and, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { authFactors, type AuthFactor } from '../../../../../drizzle/tables/people/auth-factors.ts';
import { authIdentities, type AuthIdentity } from '../../../../../drizzle/tables/people/auth-identities.ts';
import { authUsers, type AuthUser, type UserFields } from '../../../../../drizzle/tables/people/auth-users.ts';
import { profiles, type Profile } from '../../../../../drizzle/tables/people/profiles.ts';
import type { Db } from '../../../../context.ts';
import type { Statement, Write } from '../../../../http/database/batch.ts';
import { updateUser } from '../../accounts/update-user.db.ts';
import { displayNameOf } from './metadata.ts';

export interface UserRecord {
  user: AuthUser;
  identities: AuthIdentity[];
  factors: AuthFactor[];
}

export interface Change {
  record: UserRecord;
  statements: readonly Write[];
}

/** An id, a lower-cased email address, or the digits of a phone number. Only the id finds a deleted user. */
export type UserKey = { id: string } | { email: string } | { phone: string };

/** SQL condition: the user has this key. Repeats the condition of the partial index, so that SQLite uses the index. */
export function isUser(key: UserKey): SQL | undefined {
  if ('id' in key) return eq(authUsers.id, key.id);
  if ('email' in key)
    return and(eq(sql`lower(${authUsers.email})`, key.email), isNotNull(authUsers.email), isNull(authUsers.deleted_at));
  return and(eq(authUsers.phone, key.phone), isNotNull(authUsers.phone), isNull(authUsers.deleted_at));
}

export function readsOfRecord(db: Db, condition: SQL | undefined) {
  const ids = db.select({ id: authUsers.id }).from(authUsers).where(condition);
  return [
    db.select().from(authUsers).where(condition),
    db
      .select()
      .from(authIdentities)
      .where(inArray(authIdentities.user_id, ids))
      .orderBy(authIdentities.created_at, sql`rowid`),
    db
      .select()
      .from(authFactors)
      .where(inArray(authFactors.user_id, ids))
      .orderBy(authFactors.created_at, sql`rowid`),
  ] as const;
}

export function livingRecord(user: AuthUser | undefined, rest: Omit<UserRecord, 'user'>): UserRecord | undefined {
  return user && !user.deleted_at ? { user, ...rest } : undefined;
}

/** Also finds a deleted user, if the key is an id. One round trip. */
export async function findRecord(db: Db, key: UserKey): Promise<UserRecord | undefined> {
  const [[user], identities, factors] = await db.batch([...readsOfRecord(db, isUser(key))]);
  return user && { user, identities, factors };
}

/** Returns undefined if the user is deleted. One round trip. */
export async function findUser(db: Db, key: UserKey): Promise<UserRecord | undefined> {
  const [[user], identities, factors] = await db.batch([...readsOfRecord(db, isUser(key))]);
  return livingRecord(user, { identities, factors });
}

export function userInserts(db: Db, { user, identities }: UserRecord): Statement[] {
  const { id, email, created_at } = user;
  return [
    db.insert(authUsers).values(user),
    ...identities.map((identity) => identityInsert(db, identity)),
    db.insert(profiles).values({ id, email, display_name: displayNameOf(user.user_metadata), created_at }),
  ];
}

/** `fields` excludes the columns that only `features/people/accounts` writes. */
export function userUpdate(db: Db, id: string, fields: UserFields) {
  return updateUser(db, { fields, where: eq(authUsers.id, id) });
}

export function profileUpdate(db: Db, id: string, change: Partial<Profile>) {
  return db.update(profiles).set(change).where(eq(profiles.id, id));
}

export function identityInsert(db: Db, identity: AuthIdentity) {
  return db.insert(authIdentities).values(identity);
}

export function identityDelete(db: Db, { user_id, provider }: { user_id: string; provider: string }) {
  return db
    .delete(authIdentities)
    .where(and(eq(authIdentities.user_id, user_id), eq(authIdentities.provider, provider)));
}
