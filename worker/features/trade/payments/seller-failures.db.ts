import { and, inArray, isNull, lte, sql } from 'drizzle-orm';
import { ledgerTransfers } from '../../../../drizzle/tables/trade/money/ledger.ts';
import { answersFor, sellerFailures } from '../../../../drizzle/tables/trade/seller-failures.ts';
import type { Db } from '../../../context.ts';
import { SELLER_FAILURE_MS } from '../../../contract/trade/problem-times.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import { debtCents } from './payout-money.db.ts';

/** Settles failures older than `SELLER_FAILURE_MS` whose seller owes nothing. Returns how many. */
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

/** Settles all failures of a seller, including those of the seller's deleted accounts. */
export const settleFailuresOf = (db: Db, { seller_id, now }: { seller_id: string; now: Date }) =>
  db
    .update(sellerFailures)
    .set({ settled_at: now })
    .where(and(inArray(sellerFailures.seller_id, sql`(${answersFor(seller_id)})`), isNull(sellerFailures.settled_at)));

/**
 * Moves the debts of deleted accounts to the accounts that inherit them. A bank dispute can cause such a debt even
 * after the deletion.
 */
export async function moveInheritedDebts(db: Db, { now }: { now: Date }): Promise<void> {
  await insertFrom(db, ledgerTransfers, {
    row: {
      cause: sql`past.cause`,
      leg: 0,
      debit: sql`past.debit`,
      credit: sql`past.credit`,
      amount_cents: sql`past.amount_cents`,
      at: now,
    },
    from: sql`from inherited_debts as past where true`,
  }).onConflictDoNothing();
}
