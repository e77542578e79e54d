import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm';
import { addressOf } from '../../../../drizzle/tables/people/trade-rights.ts';
import type { Db } from '../../../context.ts';
import { runWrites, type Statement } from '../../../http/database/batch.ts';
import { decidedColumns } from './decided-columns.db.ts';
import type { Queue } from './queues.db.ts';

export function findDueDecisions(db: Db, { queue: { table }, now, limit }: { queue: Queue; now: Date; limit: number }) {
  return db
    .select({ ...decidedColumns(table), tell_at: sql<Date>`${table.tell_at}`.mapWith(table.tell_at) })
    .from(table)
    .where(lte(table.tell_at, now))
    .orderBy(asc(table.tell_at))
    .limit(limit);
}

export type DueDecision = Awaited<ReturnType<typeof findDueDecisions>>[number];

const isStillDue = ({ table }: Queue, { id, tell_at }: DueDecision) =>
  and(eq(table.id, id), eq(table.tell_at, tell_at));

/**
 * Query for the person's `email` and `user_id`. `user_id` is null without an account. Finds no row if the decision has
 * changed or its mail is already written.
 */
export function personToTell(queue: Queue, due: DueDecision): SQL {
  return sql`select ${addressOf(queue.table)} as email, coalesce(${queue.table.applicant_id}, (select account.id
    from auth_users account
    where lower(account.email) = ${queue.table.email_key} and account.email_confirmed_at is not null
      and account.deleted_at is null)) as user_id
    from ${queue.table} where ${isStillDue(queue, due)}`;
}

/** Writes the mails and clears `tell_at` in one transaction, so that overlapping runs mail nobody twice. */
export async function writeTold(
  db: Db,
  { queue, due, mails }: { queue: Queue; due: readonly DueDecision[]; mails: readonly Statement[] },
): Promise<void> {
  const told = due.map((one) =>
    queue.decide(db, { fields: { tell_at: null, told_status: null }, where: isStillDue(queue, one) }),
  );
  await runWrites(db, [...mails, ...told]);
}
