import { sql } from 'drizzle-orm';
import { check, integer, sqliteTable } from 'drizzle-orm/sqlite-core';
import { instant } from '../columns.ts';

/**
 * One row of counts for the whole site. `sellers` counts people with tickets on sale. `verified` counts the sellers
 * with a badge. `received` and `failed` count the hand-overs of the last 180 days.
 */
export const siteFacts = sqliteTable(
  'site_facts',
  {
    id: integer().primaryKey(),
    sellers: integer().notNull(),
    verified: integer().notNull(),
    received: integer().notNull(),
    failed: integer().notNull(),
    measured_at: instant().notNull(),
  },
  () => [
    check('site_facts_one_row', sql`id = 1`),
    check('site_facts_counts', sql`verified <= sellers and min(verified, received, failed) >= 0`),
  ],
);
