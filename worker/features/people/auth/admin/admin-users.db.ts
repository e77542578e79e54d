import { and, asc, desc, eq, isNull, or, sql, type SQL } from 'drizzle-orm';
import { authFactors } from '../../../../../drizzle/tables/people/auth-factors.ts';
import { authIdentities } from '../../../../../drizzle/tables/people/auth-identities.ts';
import { authUsers, type AuthUser } from '../../../../../drizzle/tables/people/auth-users.ts';
import { ledgerAccounts } from '../../../../../drizzle/tables/trade/money/ledger.ts';
import type { Accounts, Db } from '../../../../context.ts';
import type { Write } from '../../../../http/database/batch.ts';
import { sha256Hex } from '../../../../http/security/crypto.ts';
import { accessDeletes } from '../codes/access.db.ts';
import type { UserRecord } from '../base/users.db.ts';
import { ownPasskeyDeletes } from '../passkeys/own-passkeys.db.ts';

const SORTS = { created_at: authUsers.created_at, updated_at: authUsers.updated_at, email: authUsers.email };
export type SortKey = keyof typeof SORTS;

export interface UserPage {
  page: number;
  per_page: number;
  filter: string;
  sort: { key: SortKey; ascending: boolean };
}

export async function listUsers(
  db: Db,
  { page, per_page, filter, sort }: UserPage,
): Promise<{ users: AuthUser[]; total: number }> {
  // D1 refuses LIKE patterns over 50 bytes.
  const holds = (text: SQL) => sql`instr(lower(${text}), ${filter.toLowerCase()}) > 0`;
  const wanted = filter
    ? or(
        holds(sql`${authUsers.email}`),
        holds(sql`${authUsers.phone}`),
        holds(sql`json_extract(${authUsers.user_metadata}, '$.full_name')`),
      )
    : undefined;
  const where = and(isNull(authUsers.deleted_at), wanted);
  const direction = sort.ascending ? asc : desc;
  const [users, [counted]] = await db.batch([
    db
      .select()
      .from(authUsers)
      .where(where)
      .orderBy(direction(SORTS[sort.key]), direction(authUsers.id))
      .limit(per_page)
      .offset((page - 1) * per_page),
    db
      .select({ total: sql<number>`count(*)` })
      .from(authUsers)
      .where(where),
  ]);
  return { users, total: counted?.total ?? 0 };
}

/** Keeps the row with hashed addresses: nobody can sign in to the account, and the person can sign up again. */
export async function softDeletes(
  db: Db,
  { accounts, record, now }: { accounts: Accounts; record: UserRecord; now: Date },
): Promise<Write[]> {
  const { user, identities } = record;
  const keep: Partial<AuthUser> = {
    email: user.email && (await obscured(user.id, user.email)),
    phone: user.phone && (await obscured(user.id, user.phone)),
    password_hash: null,
    email_confirmed_at: null,
    phone_confirmed_at: null,
    new_email: null,
    new_phone: null,
    email_change_proven: null,
    app_metadata: {},
    user_metadata: {},
  };
  const hashes = await Promise.all(identities.map((each) => obscured(user.id, each.provider_id)));
  const hashed = identities.map(({ id }, at) =>
    db
      .update(authIdentities)
      .set({ provider_id: hashes[at]!, email: null, identity_data: {}, updated_at: now })
      .where(eq(authIdentities.id, id)),
  );
  return [
    accounts.removeAccount(db, { id: user.id, keep, now }),
    ...hashed,
    ...accessDeletes(db, user.id),
    db.delete(authFactors).where(eq(authFactors.user_id, user.id)),
    ownPasskeyDeletes(db, user.id),
  ];
}

/** Deletes a user and the user's data. Tickets and messages still refer to the profile, so it is emptied and kept. */
export function hardDeletes(db: Db, { accounts, id, now }: { accounts: Accounts; id: string; now: Date }): Write[] {
  return [...accessDeletes(db, id), accounts.removeAccount(db, { id, now })];
}

/** Returns what an account owes us, in cents. */
export async function findDebt(db: Db, id: string): Promise<number> {
  const { name, debits_cents, credits_cents } = ledgerAccounts;
  const [found] = await db
    .select({ owed: sql<number>`${debits_cents} - ${credits_cents}` })
    .from(ledgerAccounts)
    .where(eq(name, `receivable:${id}`));
  return found?.owed ?? 0;
}

function obscured(userId: string, text: string): Promise<string> {
  return sha256Hex(`${userId}${text}`);
}
