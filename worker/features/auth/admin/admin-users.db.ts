import { and, asc, desc, eq, isNull, or, sql, type SQL } from 'drizzle-orm';
import { authFactors } from '../../../../drizzle/tables/auth-factors.ts';
import { authIdentities } from '../../../../drizzle/tables/auth-identities.ts';
import { authUsers, type AuthUser } from '../../../../drizzle/tables/auth-users.ts';
import { profiles } from '../../../../drizzle/tables/profiles.ts';
import type { Db } from '../../../context.ts';
import { runBatch, type Statement } from '../../../http/batch.ts';
import { sha256Hex } from '../../../http/crypto.ts';
import { takeOffSale } from '../../../http/take-off-sale.ts';
import { accessDeletes } from '../accounts/access.db.ts';
import { profileUpdate, userUpdate, type UserRecord } from '../accounts/users.db.ts';

const SORTS = { created_at: authUsers.created_at, updated_at: authUsers.updated_at, email: authUsers.email };
export type SortKey = keyof typeof SORTS;

export interface UserPage {
  page: number;
  per_page: number;
  filter: string;
  sort: { key: SortKey; ascending: boolean };
}

/** One page of the users, and the number of all of them. Deleted users are left out. */
export async function listUsers(db: Db, { page, per_page, filter, sort }: UserPage): Promise<{ users: AuthUser[]; total: number }> {
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

/** The statements that take everything off sale that a user sells. */
export function saleEnds(db: Db, userId: string): readonly Statement[] {
  return takeOffSale(db, { sellers: sql`select ${userId}` });
}

/** Deletes a user but keeps the row with hashes of the addresses. Nobody can sign in to it, and the person can sign up again. */
export async function softDelete(db: Db, { record, now }: { record: UserRecord; now: Date }): Promise<void> {
  const { user, identities } = record;
  const change: Partial<AuthUser> = {
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
    deleted_at: now,
    updated_at: now,
  };
  const hashes = await Promise.all(identities.map((each) => obscured(user.id, each.provider_id)));
  const hashed = identities.map(({ id }, at) =>
    db
      .update(authIdentities)
      .set({ provider_id: hashes[at]!, email: null, identity_data: {}, updated_at: now })
      .where(eq(authIdentities.id, id)),
  );
  await runBatch(db, [
    userUpdate(db, user.id, change),
    ...hashed,
    ...accessDeletes(db, user.id),
    db.delete(authFactors).where(eq(authFactors.user_id, user.id)),
    emptyProfile(db, user.id),
  ]);
}

/** Deletes a user and everything that belongs to them. If tickets or messages name the profile, it stays without data. */
export async function hardDelete(db: Db, id: string): Promise<void> {
  await runBatch(db, [...accessDeletes(db, id), emptyProfile(db, id), db.delete(authUsers).where(eq(authUsers.id, id))]);
  await db
    .delete(profiles)
    .where(eq(profiles.id, id))
    .catch((error: unknown) => {
      if (!isForeignKeyViolation(error)) throw error;
    });
}

/** Empties a profile. Tickets and messages name its id, so the row stays. */
function emptyProfile(db: Db, userId: string): Statement {
  return profileUpdate(db, userId, { role: 'user', display_name: null, school: null, email: null, is_student_verified: false });
}

function isForeignKeyViolation(error: unknown): boolean {
  return error instanceof Error && (error.message.includes('FOREIGN KEY constraint failed') || isForeignKeyViolation(error.cause));
}

function obscured(userId: string, text: string): Promise<string> {
  return sha256Hex(`${userId}${text}`);
}
