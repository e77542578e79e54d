import { sql } from 'drizzle-orm';
import { check, integer, sqliteTable } from 'drizzle-orm/sqlite-core';
import { instant } from '../columns.ts';

/**
 * What is measured on the whole site, as of `measured_at`: one row. `sellers` have tickets on sale, and `verified` of
 * them have a badge that counts. `received` and `failed` are the hand-overs of the last 180 days.
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

export type SiteFacts = typeof siteFacts.$inferSelect;
