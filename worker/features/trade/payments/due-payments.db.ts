import { asc, lte } from 'drizzle-orm';
import { payments } from '../../../../drizzle/tables/trade/money/payments.ts';
import type { Db } from '../../../context.ts';

/** Finds the requests whose payment has a due step, the longest waiting first. Uses the index of `settle_at`. */
export async function findDuePayments(db: Db, { now, limit }: { now: Date; limit: number }): Promise<string[]> {
  const rows = await db
    .select({ id: payments.request_id })
    .from(payments)
    .where(lte(payments.settle_at, now))
    .orderBy(asc(payments.settle_at))
    .limit(limit);
  return rows.map(({ id }) => id);
}
