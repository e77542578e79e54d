import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { createdAt, instant } from '../../columns.ts';
import { profiles } from '../../people/profiles.ts';

/**
 * A seller's account with the payment provider. `ready_at`: when transfers were first allowed. `requirements`: what the
 * provider still needs. `attempt`: part of the idempotency key of the call that creates the account. `payout_asked_at`:
 * when the seller last asked for money ahead of the weekly run. `facts_needed_at`: since when the provider needs
 * something from a seller who waits for money. `payout_failed_at`: when the seller's bank refused a payout.
 */
export const sellerAccounts = sqliteTable(
  'seller_accounts',
  {
    user_id: text()
      .primaryKey()
      .references(() => profiles.id),
    provider_id: text().unique(),
    can_receive: integer({ mode: 'boolean' }).notNull().default(false),
    requirements: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    attempt: integer().notNull().default(1),
    ready_at: instant(),
    facts_needed_at: instant(),
    facts_told_at: instant(),
    payout_failed_at: instant(),
    payout_failed_told_at: instant(),
    payout_asked_at: instant(),
    updated_at: instant().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    index('seller_accounts_untold')
      .on(t.user_id)
      .where(
        sql`(facts_needed_at is not null and facts_told_at is null) or (payout_failed_at is not null and payout_failed_told_at is null)`,
      ),
    check('seller_accounts_ready', sql`can_receive = 0 or (provider_id is not null and ready_at is not null)`),
  ],
);

export type SellerAccount = typeof sellerAccounts.$inferSelect;
