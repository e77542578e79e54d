import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import { sellerFailures } from '../../../drizzle/tables/seller-failures.ts';
import type { Db } from '../../context.ts';
import { SELLER_FAILURE_MS } from '../../contract/problem-times.ts';
import { debtCents } from './payouts/payout-money.db.ts';

/** Settles the failures that are a week old, of sellers who owe nothing. Returns their number. */
export async function settleOldFailures(db: Db, { now }: { now: Date }): Promise<number> {
  const settled = await db
    .update(sellerFailures)
    .set({ settled_at: now })
    .where(
      and(
        isNull(sellerFailures.settled_at),
        lte(sellerFailures.created_at, new Date(now.getTime() - SELLER_FAILURE_MS)),
        sql`${debtCents(sql`seller_failures.seller_id`)} = 0`,
      ),
    )
    .returning({ id: sellerFailures.request_id });
  return settled.length;
}

/** Settles every failure of a seller, as staff decide. */
export const settleFailuresOf = (db: Db, { seller_id, now }: { seller_id: string; now: Date }) =>
  db
    .update(sellerFailures)
    .set({ settled_at: now })
    .where(and(eq(sellerFailures.seller_id, seller_id), isNull(sellerFailures.settled_at)));
