import { and, eq, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import { authFlowStates } from '../../../../drizzle/tables/auth-codes.ts';
import { authFactors, type AuthFactor } from '../../../../drizzle/tables/auth-factors.ts';
import { authIdentities, type AuthIdentity } from '../../../../drizzle/tables/auth-identities.ts';
import { authUsers, type AuthUser } from '../../../../drizzle/tables/auth-users.ts';
import type { Db } from '../../../context.ts';

/** A user with what the user object of the wire is made of. */
export interface UserRecord {
  user: AuthUser;
  identities: AuthIdentity[];
  factors: AuthFactor[];
}

/** What a user is looked up by: the id, a lower-cased address, or a phone's digits. Deleted users have neither address. */
export type UserKey = { id: string } | { email: string } | { phone: string };

/** The condition of a key, in the words of the index that answers it. */
export function isUser(key: UserKey): SQL | undefined {
  if ('id' in key) return eq(authUsers.id, key.id);
  if ('email' in key) return and(eq(sql`lower(${authUsers.email})`, key.email), isNotNull(authUsers.email), isNull(authUsers.deleted_at));
  return and(eq(authUsers.phone, key.phone), isNotNull(authUsers.phone), isNull(authUsers.deleted_at));
}

/** The three reads of a record, for a batch. */
export function readsOfRecord(db: Db, condition: SQL | undefined) {
  const ids = db.select({ id: authUsers.id }).from(authUsers).where(condition);
  return [
    db.select().from(authUsers).where(condition),
    db.select().from(authIdentities).where(inArray(authIdentities.user_id, ids)).orderBy(authIdentities.created_at, authIdentities.id),
    db.select().from(authFactors).where(inArray(authFactors.user_id, ids)).orderBy(authFactors.created_at, authFactors.id),
  ] as const;
}

/** A user with identities and factors in one round trip; undefined where there is none, or it was deleted. */
export async function findUser(db: Db, key: UserKey): Promise<UserRecord | undefined> {
  const [[user], identities, factors] = await db.batch([...readsOfRecord(db, isUser(key))]);
  return user && !user.deleted_at ? { user, identities, factors } : undefined;
}

/** Ends every OAuth flow of a user: a sign-in that has its code, and a link whose identity is still to come, outlive the session they began in. */
export function endFlows(db: Db, userId: string) {
  return db.delete(authFlowStates).where(or(eq(authFlowStates.user_id, userId), eq(authFlowStates.linking_user_id, userId)));
}
