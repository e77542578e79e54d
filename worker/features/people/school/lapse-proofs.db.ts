import { and, asc, eq, gt, isNull, lt, lte, sql } from 'drizzle-orm';
import { authUsers } from '../../../../drizzle/tables/people/auth-users.ts';
import { isLaunched } from '../../../../drizzle/tables/staff/launch-switches.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import { schoolProofs } from '../../../../drizzle/tables/people/school-proofs.ts';
import type { Db } from '../../../context.ts';
import { runWrites, type Statement } from '../../../http/database/batch.ts';
import { deleteSome } from '../../../http/database/delete-some.ts';
import { type Notice, noticesInsert } from '../../../http/outbox/notices.ts';

const { id, user_id, status, lapses_at, reminded_at } = schoolProofs;

const among = (ids: readonly string[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`;

export function findLapsed(db: Db, { now, limit }: { now: Date; limit: number }) {
  return db
    .select({ id, user_id })
    .from(schoolProofs)
    .where(and(sql`${status} = 'proven'`, lte(lapses_at, now)))
    .orderBy(asc(lapses_at))
    .limit(limit);
}

/** Ends proofs in one transaction. A person who has since proved an inbox again keeps the badge. */
export async function endProofs(
  db: Db,
  { proofs, notice, now }: { proofs: readonly { id: string; user_id: string }[]; notice: Notice; now: Date },
): Promise<void> {
  const ended = sql`id in ${among(proofs.map((proof) => proof.id))}`;
  const people = among(proofs.map((proof) => proof.user_id));
  await runWrites(db, [
    db
      .update(schoolProofs)
      .set({ status: 'lapsed' })
      .where(and(ended, eq(status, 'proven'), lte(lapses_at, now))),
    db
      .update(profiles)
      .set({ is_student_verified: false, badge_at: null, badge_until: null })
      .where(and(sql`${profiles.id} in ${people}`, lte(profiles.badge_until, now))),
    noticesInsert(db, { to: sql`select user_id from school_proofs where ${ended} and status = 'lapsed'`, notice, now }),
  ]);
}

/**
 * Finds proofs that end soon and have no reminder yet, each with the person's email address. Finds none while the
 * launch switch `school` is off.
 */
export function findEnding(db: Db, { now, until, limit }: { now: Date; until: Date; limit: number }) {
  return db
    .select({ id, user_id, lapses_at, email: authUsers.email, name: profiles.display_name })
    .from(schoolProofs)
    .innerJoin(authUsers, eq(authUsers.id, user_id))
    .innerJoin(profiles, eq(profiles.id, user_id))
    .where(
      and(
        sql`${status} = 'proven'`,
        gt(lapses_at, now),
        lte(lapses_at, until),
        isNull(reminded_at),
        isLaunched('school'),
      ),
    )
    .orderBy(asc(lapses_at))
    .limit(limit);
}

export type EndingProof = Awaited<ReturnType<typeof findEnding>>[number];

/** Query for the `email` of a person to remind. Returns no row if the person has been reminded. */
export const addressToRemind = (proofId: string) => sql`select account.email as email from school_proofs as proof
  join auth_users as account on account.id = proof.user_id and account.email_confirmed_at is not null
    and account.deleted_at is null
  where proof.id = ${proofId} and proof.status = 'proven' and proof.reminded_at is null`;

export const personToRemind = (proofId: string) =>
  sql`select user_id from school_proofs where id = ${proofId} and status = 'proven' and reminded_at is null`;

/** Writes reminders and marks their proofs in one transaction, so parallel runs of the cron remind nobody twice. */
export async function writeReminded(
  db: Db,
  { ids, writes, now }: { ids: readonly string[]; writes: Statement[]; now: Date },
): Promise<void> {
  const mark = db
    .update(schoolProofs)
    .set({ reminded_at: now })
    .where(and(sql`${id} in ${among(ids)}`, isNull(reminded_at)));
  await runWrites(db, [...writes, mark]);
}

export async function forgetCodes(db: Db, { before }: { before: Date }): Promise<void> {
  await deleteSome(db, schoolProofs, and(sql`${status} = 'sent'`, lt(schoolProofs.code_expires_at, before)));
}
