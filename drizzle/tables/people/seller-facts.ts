import { sql } from 'drizzle-orm';
import { type AnySQLiteColumn, check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { profiles } from './profiles.ts';

/** Triggers write these counts. `events` counts events with a received hand-over. Answers are grouped by delay. */
export const sellerFacts = sqliteTable(
  'seller_facts',
  {
    user_id: text()
      .primaryKey()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    events: integer().notNull().default(0),
    received: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    answers_5min: integer().notNull().default(0),
    answers_1h: integer().notNull().default(0),
    answers_4h: integer().notNull().default(0),
    answers_longer: integer().notNull().default(0),
    unanswered: integer().notNull().default(0),
  },
  () => [
    check(
      'seller_facts_counts',
      sql`min(events, received, failed, answers_5min, answers_1h, answers_4h, answers_longer, unanswered) >= 0`,
    ),
  ],
);

const count = (column: AnySQLiteColumn) => sql<number>`coalesce(${column}, 0)`.as(`facts.${column.name}`);

/** The counts of a seller, for a query with a left join of this table. A seller without a row has only zeros. */
export const countsOfSeller = {
  events: count(sellerFacts.events),
  received: count(sellerFacts.received),
  failed: count(sellerFacts.failed),
  answers_5min: count(sellerFacts.answers_5min),
  answers_1h: count(sellerFacts.answers_1h),
  answers_4h: count(sellerFacts.answers_4h),
  answers_longer: count(sellerFacts.answers_longer),
  unanswered: count(sellerFacts.unanswered),
};

export type SellerFacts = typeof sellerFacts.$inferSelect;
