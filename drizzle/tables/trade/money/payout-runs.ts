import { sqliteTable } from 'drizzle-orm/sqlite-core';
import { instant } from '../../columns.ts';

/** The weekly runs that send payouts. `run_at` is a Monday, 10:00 in New York. A run with `done_at` never repeats. */
export const payoutRuns = sqliteTable('payout_runs', {
  run_at: instant().primaryKey(),
  done_at: instant(),
});
