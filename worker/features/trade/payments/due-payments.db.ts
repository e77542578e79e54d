import { asc, lte } from 'drizzle-orm';
import { payments } from '../../../../drizzle/tables/trade/money/payments.ts';
import type { Db } from '../../../context.ts';

/** Returns the ids of the ticket requests whose payments are due, the longest overdue first. */
export async function findDuePayments(db: Db, { now, limit }: { now: Date; limit: number }): Promise<string[]> {
  const rows = await db
    .select({ id: payments.request_id })
    .from(payments)
    .where(lte(payments.settle_at, now))
    .orderBy(asc(payments.settle_at))
    .limit(limit);
  return rows.map(({ id }) => id);
}
