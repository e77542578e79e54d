import { and, asc, desc, eq, isNull, or, sql, type SQL } from 'drizzle-orm';
import { authOneTimeCodes } from '../../../../drizzle/tables/auth-codes.ts';
import { authFactors } from '../../../../drizzle/tables/auth-factors.ts';
import { authIdentities } from '../../../../drizzle/tables/auth-identities.ts';
import { authSessions } from '../../../../drizzle/tables/auth-sessions.ts';
import { authUsers, type AuthUser } from '../../../../drizzle/tables/auth-users.ts';
import { profiles } from '../../../../drizzle/tables/profiles.ts';
import type { Db } from '../../../context.ts';
import { sha256Hex } from '../../../http/crypto.ts';
import type { Statement } from '../sessions/start-session.ts';
import { endFlows, type UserRecord } from '../accounts/users.db.ts';

const SORTS = { created_at: authUsers.created_at, updated_at: authUsers.updated_at, email: authUsers.email };
export type SortKey = keyof typeof SORTS;

export interface UserPage {
  page: number;
  per_page: number;
  filter: string;
  sort: { key: SortKey; ascending: boolean };
}

/** One page of the users there are, deleted ones left out, and how many there are in all. */
export async function listUsers(db: Db, { page, per_page, filter, sort }: UserPage): Promise<{ users: AuthUser[]; total: number }> {
  // Not LIKE: D1 refuses its patterns over 50 bytes.
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

/** The statements that end every session of a user, and every code and flow under way. */
export function endEverything(db: Db, userId: string): Statement[] {
  return [
    db.delete(authSessions).where(eq(authSessions.user_id, userId)),
    db.delete(authOneTimeCodes).where(eq(authOneTimeCodes.user_id, userId)),
    endFlows(db, userId),
  ];
}

/** The profile of somebody who has left: it keeps its id, because tickets and messages name it, and nothing else. */
function emptyProfile(db: Db, userId: string): Statement {
  const nothing = { role: 'user', display_name: null, school: null, email: null, is_student_verified: false } as const;
  return db.update(profiles).set(nothing).where(eq(profiles.id, userId));
}

/** Deletes a user so that only the row's id and hashes of the addresses are left: they can sign up again, and nobody can sign in. */
export async function softDelete(db: Db, { record, now }: { record: UserRecord; now: Date }): Promise<void> {
  const { user, identities } = record;
  const gone: Partial<AuthUser> = {
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
  await db.batch([
    db.update(authUsers).set(gone).where(eq(authUsers.id, user.id)),
    ...hashed,
    ...endEverything(db, user.id),
    db.delete(authFactors).where(eq(authFactors.user_id, user.id)),
    emptyProfile(db, user.id),
  ]);
}

/** Deletes a user and all that hangs on them. A profile that tickets or messages name stays, empty, so that their history holds. */
export async function hardDelete(db: Db, { record }: { record: UserRecord }): Promise<void> {
  const { id } = record.user;
  await db.batch([
    ...(endEverything(db, id) as [Statement, ...Statement[]]),
    emptyProfile(db, id),
    db.delete(authUsers).where(eq(authUsers.id, id)),
  ]);
  await db
    .delete(profiles)
    .where(eq(profiles.id, id))
    .catch((error: unknown) => {
      if (!isForeignKeyViolation(error)) throw error;
    });
}

function isForeignKeyViolation(error: unknown): boolean {
  return error instanceof Error && (error.message.includes('FOREIGN KEY constraint failed') || isForeignKeyViolation(error.cause));
}

function obscured(userId: string, text: string): Promise<string> {
  return sha256Hex(`${userId}${text}`);
}
