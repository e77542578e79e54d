import { sql } from 'drizzle-orm';
import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instant } from '../columns.ts';

/** An alarm that is on: when it began and when its fault was last seen, in UTC ms. */
export interface AlarmState {
  name: string;
  began_at: number;
  seen_at: number;
}

/**
 * The last run of the cron job, in one row. `failed` names the parts that failed, separated by commas. `alarms` are the
 * alarms that were sent and have not ended. `quarantine` names the backup that this database was restored from. While
 * `quarantine` is set, no part of the cron job runs and nothing is sent or charged.
 */
export const cronRuns = sqliteTable(
  'cron_runs',
  {
    id: integer().primaryKey(),
    began_at: instant().notNull(),
    ended_at: instant().notNull(),
    failed: text().notNull().default(''),
    alarms: text({ mode: 'json' }).$type<readonly AlarmState[]>().notNull().default([]),
    quarantine: text(),
  },
  () => [check('cron_runs_one_row', sql`id = 1`)],
);
