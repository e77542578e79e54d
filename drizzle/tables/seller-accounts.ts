import { sql } from 'drizzle-orm';
import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { createdAt, instant } from './columns.ts';
import { profiles } from './profiles.ts';

/**
 * A seller's account with the payment provider. `can_receive` says that transfers are allowed. `requirements` names what the provider
 * still asks the seller for. `attempt` numbers the keys of the provider's calls. `payout_asked_at` is the seller's wish to be paid
 * before the week's run.
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
    payout_failed_at: instant(),
    payout_asked_at: instant(),
    updated_at: instant().notNull(),
    created_at: createdAt(),
  },
  () => [check('seller_accounts_ready', sql`can_receive = 0 or provider_id is not null`)],
);

export type SellerAccount = typeof sellerAccounts.$inferSelect;
export type NewSellerAccount = typeof sellerAccounts.$inferInsert;
