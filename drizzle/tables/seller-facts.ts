import { sql } from 'drizzle-orm';
import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { profiles } from './profiles.ts';

/**
 * What is measured about a seller. Triggers count it. `received` and `failed` count hand-overs. The other columns count answers to
 * requests by the time that they took.
 */
export const sellerFacts = sqliteTable(
  'seller_facts',
  {
    user_id: text()
      .primaryKey()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    received: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    answers_5min: integer().notNull().default(0),
    answers_1h: integer().notNull().default(0),
    answers_4h: integer().notNull().default(0),
    answers_longer: integer().notNull().default(0),
    unanswered: integer().notNull().default(0),
  },
  () => [check('seller_facts_counts', sql`min(received, failed, answers_5min, answers_1h, answers_4h, answers_longer, unanswered) >= 0`)],
);

export type SellerFacts = typeof sellerFacts.$inferSelect;
