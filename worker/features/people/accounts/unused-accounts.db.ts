import { and, inArray, or, type SQL, sql } from 'drizzle-orm';
import { authUsers } from '../../../../drizzle/tables/people/auth-users.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import type { Db } from '../../../context.ts';
import { runWrites } from '../../../http/database/batch.ts';
import { nameErasure } from '../../../http/shared/talk/name-erasure.ts';
import { deleteEmptyProfile } from './empty-profile.db.ts';
import { forgetMarks } from './forget-marks.db.ts';

/**
 * Finds unused accounts in one round trip. First come the accounts that were never confirmed or signed in to, then the
 * anonymous accounts. Both groups are sorted from old to new.
 */
export async function findUnusedAccounts(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<string[]> {
  const find = (kind: SQL) =>
    db
      .select({ id: authUsers.id })
      .from(authUsers)
      .where(and(kind, isForgotten(before)))
      .orderBy(authUsers.created_at)
      .limit(limit);
  const [unproven, anonymous] = await db.batch([find(isUnproven), find(isAnonymous)]);
  return [...unproven, ...anonymous].slice(0, limit).map(({ id }) => id);
}

/** Deletes the accounts that are still unused, in one transaction. Then deletes empty profiles. */
export async function deleteUnusedAccounts(
  db: Db,
  { ids, before, now }: { ids: readonly string[]; before: Date; now: Date },
): Promise<void> {
  const given = sql`select value from json_each(${JSON.stringify(ids)})`;
  const stillUnused = and(
    sql`auth_users.id in (${given})`,
    or(sql`(${isUnproven})`, sql`(${isAnonymous})`),
    isForgotten(before),
  );
  const gone = sql`${given} where not exists (select 1 from auth_users as left_over where left_over.id = value)`;
  const empty = { display_name: null, school: null, email: null } as const;
  await runWrites(db, [
    db.delete(authUsers).where(stillUnused),
    db
      .update(profiles)
      .set(empty)
      .where(inArray(profiles.id, sql`(${gone})`)),
    nameErasure(db, { users: sql`select value as id from (${gone})`, now }),
    ...forgetMarks(db, { users: gone, now }),
  ]);
  for (const id of ids) await deleteEmptyProfile(db, id);
}

// SQLite uses a partial index only if a query repeats the index's condition literally, as these two do.
const isUnproven = sql`email_confirmed_at is null and phone_confirmed_at is null and last_sign_in_at is null
  and deleted_at is null`;
const isAnonymous = sql`is_anonymous = 1 and deleted_at is null`;

/** Raw SQL, because Drizzle would leave out the table names of the columns. */
const isForgotten = (before: Date) => sql`auth_users.created_at < ${before.getTime()} and auth_users.invited_at is null
  and not exists (select 1 from auth_sessions where user_id = auth_users.id)
  and not exists (select 1 from auth_identities where user_id = auth_users.id and provider not in ('email', 'phone'))
  and not exists (select 1 from profiles where profiles.id = auth_users.id and role <> 'user')
  and not exists (select 1 from event_organizers where user_id = auth_users.id)
  and not exists (select 1 from door_staff where user_id = auth_users.id)
  and not exists (select 1 from ledger_accounts where name = 'receivable:' || auth_users.id
    and debits_cents > credits_cents)
  and not exists (select 1 from listings where seller_id = auth_users.id)
  and not exists (select 1 from ticket_requests where buyer_id = auth_users.id)`;
