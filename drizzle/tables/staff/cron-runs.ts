import { sql } from 'drizzle-orm';
import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instant } from '../columns.ts';

/**
 * The last run of the cron job: one row. `failed` names the parts that failed, with commas between them. Empty: all of
 * them ended well.
 */
export const cronRuns = sqliteTable(
  'cron_runs',
  {
    id: integer().primaryKey(),
    began_at: instant().notNull(),
    ended_at: instant().notNull(),
    failed: text().notNull().default(''),
  },
  () => [check('cron_runs_one_row', sql`id = 1`)],
);

export type CronRun = typeof cronRuns.$inferSelect;
