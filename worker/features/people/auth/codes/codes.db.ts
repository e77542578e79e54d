import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import {
  authOneTimeCodes,
  type AuthOneTimeCode,
  type PendingSignUp,
} from '../../../../../drizzle/tables/people/auth-codes.ts';
import { authUsers } from '../../../../../drizzle/tables/people/auth-users.ts';
import type { CodeKind } from '../../../../../drizzle/vocabulary.ts';
import type { Db } from '../../../../context.ts';
import { isSameText } from '../../../../http/security/crypto.ts';
import { livingRecord, readsOfRecord, type UserRecord } from '../base/users.db.ts';
import { linkToken, storedHash } from './code-hash.ts';

/** After this many wrong guesses, from any client, typed digits are refused. A link still works. */
const MAX_GUESSES = 5;

export interface ConsumedCode {
  code: AuthOneTimeCode;
  record: UserRecord;
}

/** Replaces the user's older code of the same kind. If `sign_up` is undefined, the older code's sign-up stays. */
export function codeUpsert(
  db: Db,
  {
    user_id,
    kind,
    ...code
  }: Omit<AuthOneTimeCode, 'id' | 'attempts' | 'sign_up'> & { sign_up?: PendingSignUp | null | undefined },
) {
  const fresh = { ...code, id: crypto.randomUUID(), attempts: 0 };
  return db
    .insert(authOneTimeCodes)
    .values({ user_id, kind, ...fresh })
    .onConflictDoUpdate({ target: [authOneTimeCodes.user_id, authOneTimeCodes.kind], set: fresh });
}

export function codeDelete(db: Db, userId: string, kinds?: CodeKind[]) {
  return db
    .delete(authOneTimeCodes)
    .where(and(eq(authOneTimeCodes.user_id, userId), kinds ? inArray(authOneTimeCodes.kind, kinds) : undefined));
}

/** Finds a live code without using it up. */
export async function findLink(
  db: Db,
  { token, now }: { token: string; now: Date },
): Promise<AuthOneTimeCode | undefined> {
  const [code] = await db
    .select()
    .from(authOneTimeCodes)
    .where(and(eq(authOneTimeCodes.hash, await storedHash(token)), gt(authOneTimeCodes.expires_at, now)));
  return code;
}

/** Finds the password hash of the unconfirmed sign-up with `address`, or null. */
export async function findPendingHash(
  db: Db,
  { address, now }: { address: string; now: Date },
): Promise<string | null> {
  const isLive = and(eq(authOneTimeCodes.address, address), gt(authOneTimeCodes.expires_at, now));
  const [code] = await db
    .select({ sign_up: authOneTimeCodes.sign_up })
    .from(authOneTimeCodes)
    .where(and(isLive, inArray(authOneTimeCodes.kind, ['confirmation', 'phone'])));
  return code?.sign_up?.password_hash ?? null;
}

/**
 * Counts a guess for each live code of `address` and returns these codes. Call it before checking the guess, so that
 * parallel guesses cannot outrun the count.
 */
export async function countGuess(
  db: Db,
  { now, kinds, address }: { now: Date; kinds: CodeKind[]; address: string },
): Promise<AuthOneTimeCode[]> {
  return db
    .update(authOneTimeCodes)
    .set({ attempts: sql`attempts + 1` })
    .where(
      and(
        eq(authOneTimeCodes.address, address),
        inArray(authOneTimeCodes.kind, kinds),
        lt(authOneTimeCodes.attempts, MAX_GUESSES),
        gt(authOneTimeCodes.expires_at, now),
      ),
    )
    .returning();
}

/** Returns null if the digits are wrong, or if another HTTP request has used the code. */
export async function consumeDigits(
  db: Db,
  { pepper, now, code, digits }: { pepper: string; now: Date; code: AuthOneTimeCode; digits: string },
): Promise<ConsumedCode | null> {
  const expected = await storedHash(await linkToken(pepper, { ...code, digits }));
  if (!isSameText(expected, code.hash)) return null;
  return (await consume(db, { hash: code.hash, kinds: [code.kind], now })) ?? null;
}

export async function consumeLink(
  db: Db,
  { token, kinds, now }: { token: string; kinds: CodeKind[]; now: Date },
): Promise<ConsumedCode | undefined> {
  return consume(db, { hash: await storedHash(token), kinds, now });
}

/** One round trip. If two requests use a code, only the request that deletes the code succeeds. */
async function consume(
  db: Db,
  { hash, kinds, now }: { hash: string; kinds: CodeKind[]; now: Date },
): Promise<ConsumedCode | undefined> {
  const isGood = and(
    eq(authOneTimeCodes.hash, hash),
    inArray(authOneTimeCodes.kind, kinds),
    gt(authOneTimeCodes.expires_at, now),
    // The current guess is already counted, and the fifth guess is still allowed.
    lt(authOneTimeCodes.attempts, MAX_GUESSES + 1),
  );
  const owner = db.select({ user_id: authOneTimeCodes.user_id }).from(authOneTimeCodes).where(isGood);
  const [[user], identities, factors, [code]] = await db.batch([
    ...readsOfRecord(db, eq(authUsers.id, owner)),
    db.delete(authOneTimeCodes).where(isGood).returning(),
  ]);
  const record = livingRecord(user, { identities, factors });
  return code && record ? { code, record } : undefined;
}
