import { and, asc, eq, gte, isNull, lt, or, sql } from 'drizzle-orm';
import { authFlowStates, type AuthFlowState } from '../../../../../drizzle/tables/people/auth-codes.ts';
import {
  authSignInPasskeys,
  type AuthSignInPasskey,
} from '../../../../../drizzle/tables/people/auth-sign-in-passkeys.ts';
import { authUsers } from '../../../../../drizzle/tables/people/auth-users.ts';
import type { Db } from '../../../../context.ts';
import { insertFrom } from '../../../../http/database/insert-from.ts';
import { livingRecord, readsOfRecord, type UserRecord } from '../base/users.db.ts';
import { flowInsert } from '../sessions/flow-states.db.ts';

export const MAX_PASSKEYS = 10;

/** A challenge for one ceremony is never valid for the other. */
export type Ceremony = 'passkey/registration' | 'passkey/authentication';

/** Stores a challenge. Its `user_id` is null if it is for a sign-in. */
export async function insertChallenge(
  db: Db,
  { id, ceremony, user_id, now }: { id: string; ceremony: Ceremony; user_id: string | null; now: Date },
): Promise<void> {
  const of = { authentication_method: ceremony, provider: 'passkey', linking_user_id: user_id };
  await flowInsert(db, { id, ...of, created_at: now });
}

/** Deletes and returns a challenge, so that it works once. */
function challengeDelete(
  db: Db,
  { id, ceremony, user_id }: { id: string; ceremony: Ceremony; user_id: string | null },
) {
  const isOwn = user_id === null ? isNull(authFlowStates.linking_user_id) : eq(authFlowStates.linking_user_id, user_id);
  return db
    .delete(authFlowStates)
    .where(and(eq(authFlowStates.id, id), eq(authFlowStates.authentication_method, ceremony), isOwn))
    .returning();
}

export async function takeRegistration(
  db: Db,
  { id, user_id }: { id: string; user_id: string },
): Promise<AuthFlowState | undefined> {
  const [flow] = await challengeDelete(db, { id, ceremony: 'passkey/registration', user_id });
  return flow;
}

/** Uses up the challenge, and finds the passkey that answered it and the passkey's account. One round trip. */
export async function takeSignIn(
  db: Db,
  { id, credential_id }: { id: string; credential_id: string },
): Promise<{ flow: AuthFlowState | undefined; key: AuthSignInPasskey | undefined; record: UserRecord | undefined }> {
  const isKey = eq(authSignInPasskeys.credential_id, credential_id);
  const owner = db.select({ user_id: authSignInPasskeys.user_id }).from(authSignInPasskeys).where(isKey);
  const [[flow], [key], [user], identities, factors] = await db.batch([
    challengeDelete(db, { id, ceremony: 'passkey/authentication', user_id: null }),
    db.select().from(authSignInPasskeys).where(isKey),
    ...readsOfRecord(db, eq(authUsers.id, owner)),
  ]);
  return { flow, key, record: livingRecord(user, { identities, factors }) };
}

export function findOwnPasskeys(db: Db, user_id: string): Promise<AuthSignInPasskey[]> {
  return db
    .select()
    .from(authSignInPasskeys)
    .where(eq(authSignInPasskeys.user_id, user_id))
    .orderBy(asc(authSignInPasskeys.created_at), sql`rowid`);
}

/** Changes nothing if the passkey is already stored, or the account has `MAX_PASSKEYS`. */
export function ownPasskeyInsert(db: Db, passkey: AuthSignInPasskey) {
  const count = sql`(select count(*) from ${authSignInPasskeys} where user_id = ${passkey.user_id})`;
  return insertFrom(db, authSignInPasskeys, {
    row: passkey,
    from: sql`where ${count} < ${MAX_PASSKEYS}`,
  }).onConflictDoNothing();
}

/**
 * Stores a use of the passkey. Returns false and stores nothing if the counter did not increase. As an exception, the
 * counter may stay 0, because some passkeys do not count their uses.
 */
export async function noteUse(
  db: Db,
  { id, counter, now }: { id: string; counter: number; now: Date },
): Promise<boolean> {
  const hasNone = and(eq(authSignInPasskeys.counter, 0), sql`${counter} = 0`);
  const used = await db
    .update(authSignInPasskeys)
    .set({ counter, last_used_at: now })
    .where(and(eq(authSignInPasskeys.id, id), or(lt(authSignInPasskeys.counter, counter), hasNone)))
    .returning({ id: authSignInPasskeys.id });
  return used.length > 0;
}

/** Returns undefined if the account has no such passkey. */
export async function renamePasskey(
  db: Db,
  { id, user_id, friendly_name }: Pick<AuthSignInPasskey, 'id' | 'user_id' | 'friendly_name'>,
): Promise<AuthSignInPasskey | undefined> {
  const [renamed] = await db
    .update(authSignInPasskeys)
    .set({ friendly_name })
    .where(isOwn({ id, user_id }))
    .returning();
  return renamed;
}

export function ownPasskeyDelete(db: Db, own: Pick<AuthSignInPasskey, 'id' | 'user_id'>) {
  return db.delete(authSignInPasskeys).where(isOwn(own));
}

export function ownPasskeyDeletes(db: Db, user_id: string, since = new Date(0)) {
  return db
    .delete(authSignInPasskeys)
    .where(and(eq(authSignInPasskeys.user_id, user_id), gte(authSignInPasskeys.created_at, since)));
}

const isOwn = ({ id, user_id }: Pick<AuthSignInPasskey, 'id' | 'user_id'>) =>
  and(eq(authSignInPasskeys.id, id), eq(authSignInPasskeys.user_id, user_id));
