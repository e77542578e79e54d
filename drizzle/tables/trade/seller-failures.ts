import { type SQL, sql } from 'drizzle-orm';
import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { createdAt, instant } from '../columns.ts';
import { payments } from './money/payments.ts';
import { profiles } from '../people/profiles.ts';

/**
 * A hand-over that failed through its seller. The seller lists nothing until it is settled: by staff, or by itself once
 * nothing is owed.
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

export type SellerFailure = typeof sellerFailures.$inferSelect;
export type NewSellerFailure = typeof sellerFailures.$inferInsert;

/**
 * A query, in SQL, of the accounts whose failures and debts count against a seller: their own, and those that come with
 * an inherited past.
 */
export function answersFor(sellerId: string): SQL {
  return sql`select ${sellerId} as id union all select other_id from past_company where user_id = ${sellerId}`;
}

/**
 * True, in SQL, of a seller who may list tickets: no hand-over that failed through them is open, and they owe nothing.
 */
export function hasSettled(sellerId: string): SQL<number> {
  return sql<number>`(not exists (select 1 from seller_failures as failure
      where failure.seller_id in (${answersFor(sellerId)}) and failure.settled_at is null)
    and not exists (select 1 from ledger_accounts as debt
      where debt.name in (select 'receivable:' || id from (${answersFor(sellerId)}))
        and debt.debits_cents > debt.credits_cents))`;
}
