import { type SQL, sql } from 'drizzle-orm';
import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { createdAt, instant } from '../columns.ts';
import { payments } from './money/payments.ts';
import { profiles } from '../people/profiles.ts';

/**
 * A hand-over that failed because of its seller, who cannot list tickets until the failure is settled. Staff can settle
 * it. Otherwise it is settled when it is a week old and the seller owes nothing.
 */
export const sellerFailures = sqliteTable(
  'seller_failures',
  {
    request_id: text()
      .primaryKey()
      .references(() => payments.request_id),
    seller_id: text()
      .notNull()
      .references(() => profiles.id),
    settled_at: instant(),
    created_at: createdAt(),
  },
  (t) => [
    index('seller_failures_open')
      .on(t.seller_id)
      .where(sql`settled_at is null`),
  ],
);

export type NewSellerFailure = typeof sellerFailures.$inferInsert;

/**
 * Query for the accounts whose failures and debts count against a seller: the seller's own account, and the accounts
 * that the view `past_company` links to it.
 */
export function answersFor(sellerId: string): SQL {
  return sql`select ${sellerId} as id union all select other_id from past_company where user_id = ${sellerId}`;
}

/** SQL condition: the seller has no unsettled failure and owes nothing. */
export function hasSettled(sellerId: string): SQL<number> {
  return sql<number>`(not exists (select 1 from seller_failures as failure
      where failure.seller_id in (${answersFor(sellerId)}) and failure.settled_at is null)
    and not exists (select 1 from ledger_accounts as debt
      where debt.name in (select 'receivable:' || id from (${answersFor(sellerId)}))
        and debt.debits_cents > debt.credits_cents))`;
}
