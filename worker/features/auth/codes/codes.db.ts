import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import { authFlowStates, authOneTimeCodes, type AuthOneTimeCode } from '../../../../drizzle/tables/auth-codes.ts';
import { authIdentities } from '../../../../drizzle/tables/auth-identities.ts';
import { authSessions } from '../../../../drizzle/tables/auth-sessions.ts';
import { authUsers } from '../../../../drizzle/tables/auth-users.ts';
import { profiles } from '../../../../drizzle/tables/profiles.ts';
import type { CodeKind } from '../../../../drizzle/vocabulary.ts';
import type { Db } from '../../../context.ts';
import { isSameText } from '../../../http/crypto.ts';
import { linkToken, MAX_ATTEMPTS, storedHash } from './one-time-code.ts';
import { addressIdentity } from '../accounts/new-user.ts';
import type { Statement } from '../sessions/start-session.ts';
import { readsOfRecord, type UserRecord } from '../accounts/users.db.ts';

/** A code that was presented and is now used up, and whose it was. */
export interface ConsumedCode {
  code: AuthOneTimeCode;
  record: UserRecord;
}

/** The code that digits sent to `address` name, used up; undefined where they are wrong, late or guessed at too often. */
export async function consumeDigits(
  db: Db,
  { env, now, kinds, address, digits }: { env: Pick<Env, 'AUTH_PEPPER'>; now: Date; kinds: CodeKind[]; address: string; digits: string },
): Promise<ConsumedCode | undefined> {
  // The try is counted before it is looked at, so that tries at once cannot outrun the count.
  const candidates = await db
    .update(authOneTimeCodes)
    .set({ attempts: sql`attempts + 1` })
    .where(
      and(
        eq(authOneTimeCodes.address, address),
        inArray(authOneTimeCodes.kind, kinds),
        lt(authOneTimeCodes.attempts, MAX_ATTEMPTS),
        gt(authOneTimeCodes.expires_at, now),
      ),
    )
    .returning();
  for (const candidate of candidates) {
    const expected = await storedHash(await linkToken(env, { ...candidate, digits }));
    if (isSameText(expected, candidate.hash)) return consume(db, { hash: candidate.hash, kinds, now });
  }
  return undefined;
}

/** The code that a link's token names, used up; undefined where there is none of these kinds. */
export async function consumeLink(
  db: Db,
  { token, kinds, now }: { token: string; kinds: CodeKind[]; now: Date },
): Promise<ConsumedCode | undefined> {
  return consume(db, { hash: await storedHash(token), kinds, now });
}

/** One round trip: the reads see the code's owner, the delete decides who of two was first. */
async function consume(db: Db, { hash, kinds, now }: { hash: string; kinds: CodeKind[]; now: Date }): Promise<ConsumedCode | undefined> {
  const good = and(
    eq(authOneTimeCodes.hash, hash),
    inArray(authOneTimeCodes.kind, kinds),
    gt(authOneTimeCodes.expires_at, now),
    // The right digits may be the fifth try.
    lt(authOneTimeCodes.attempts, MAX_ATTEMPTS + 1),
  );
  const owner = db.select({ user_id: authOneTimeCodes.user_id }).from(authOneTimeCodes).where(good);
  const [[user], identities, factors, [code]] = await db.batch([
    ...readsOfRecord(db, eq(authUsers.id, owner)),
    db.delete(authOneTimeCodes).where(good).returning(),
  ]);
  return code && user && !user.deleted_at ? { code, record: { user, identities, factors } } : undefined;
}

/** The statements that prove an address, and the record as it is after them. */
export interface Proven {
  record: UserRecord;
  statements: Statement[];
}

/**
 * The mail address is proven: by its own sign-up's code, or on an account whose phone was proven, which keeps what is there; by another
 * code on an account that nobody had proven, which keeps nothing.
 */
export function proveEmail(db: Db, { record, now, isOwnSignUp }: { record: UserRecord; now: Date; isOwnSignUp: boolean }): Proven {
  const { user } = record;
  if (user.email_confirmed_at || !user.email) return { record, statements: [] };
  const identity = addressIdentity(user, { addressee: { channel: 'email', address: user.email }, verified: true, now });
  const isKept = isOwnSignUp || user.phone_confirmed_at !== null;
  const user_metadata = isKept ? { ...user.user_metadata, email_verified: true } : identity.identity_data;
  const change = {
    email_confirmed_at: now,
    user_metadata,
    is_anonymous: false,
    updated_at: now,
    ...(isKept ? {} : { password_hash: null, app_metadata: { provider: 'email', providers: ['email'] } }),
  };
  const kept = isKept ? record.identities.filter((each) => each.provider !== 'email') : [];
  const own = record.identities.find((each) => each.provider === 'email') ?? identity;
  const proven = { ...own, identity_data: { ...own.identity_data, email_verified: true } };
  return {
    record: { ...record, user: { ...user, ...change }, identities: [proven, ...kept] },
    statements: [
      db.update(authUsers).set(change).where(eq(authUsers.id, user.id)),
      ...(isKept
        ? [db.delete(authIdentities).where(and(eq(authIdentities.user_id, user.id), eq(authIdentities.provider, 'email')))]
        : takeOver(db, user.id)),
      db.insert(authIdentities).values(proven),
      db.update(profiles).set({ email: user.email }).where(eq(profiles.id, user.id)),
    ],
  };
}

/** What whoever was here before may have left: other identities, sessions and codes. */
function takeOver(db: Db, userId: string): Statement[] {
  return [
    db.delete(authIdentities).where(eq(authIdentities.user_id, userId)),
    db.delete(authSessions).where(eq(authSessions.user_id, userId)),
    db.delete(authOneTimeCodes).where(eq(authOneTimeCodes.user_id, userId)),
  ];
}

/** The phone is proven, and belongs to the account from here on. */
export function provePhone(db: Db, { record, phone, now }: { record: UserRecord; phone: string; now: Date }): Proven {
  const { user } = record;
  const identity = addressIdentity(user, { addressee: { channel: 'sms', address: phone }, verified: true, now });
  const own = record.identities.find((each) => each.provider === 'phone');
  const proven = { ...identity, id: own?.id ?? identity.id, created_at: own?.created_at ?? now };
  const providers = [
    ...new Set([...(Array.isArray(user.app_metadata['providers']) ? (user.app_metadata['providers'] as string[]) : []), 'phone']),
  ];
  const change = {
    phone,
    phone_confirmed_at: user.phone === phone ? (user.phone_confirmed_at ?? now) : now,
    new_phone: null,
    is_anonymous: false,
    app_metadata: { provider: 'phone', ...user.app_metadata, providers },
    user_metadata: { ...user.user_metadata, phone_verified: true },
    updated_at: now,
  };
  return {
    record: {
      ...record,
      user: { ...user, ...change },
      identities: [...record.identities.filter((each) => each.provider !== 'phone'), proven],
    },
    statements: [
      db.update(authUsers).set(change).where(eq(authUsers.id, user.id)),
      db.delete(authIdentities).where(and(eq(authIdentities.user_id, user.id), eq(authIdentities.provider, 'phone'))),
      db.insert(authIdentities).values(proven),
    ],
  };
}

/** Gives the flow of a PKCE link its code; undefined where the flow has gone. */
export async function issueAuthCode(db: Db, { flow_state_id, now }: { flow_state_id: string; now: Date }): Promise<string | undefined> {
  const [flow] = await db
    .update(authFlowStates)
    .set({ auth_code: crypto.randomUUID(), code_issued_at: now })
    .where(eq(authFlowStates.id, flow_state_id))
    .returning();
  return flow?.auth_code ?? undefined;
}
