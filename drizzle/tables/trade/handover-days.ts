import { sql } from 'drizzle-orm';
import { check, integer, sqliteTable } from 'drizzle-orm/sqlite-core';

/**
 * How many hand-overs worked and how many failed through the seller on a day. `day` counts days of UTC since 1970.
 * Triggers count them.
 */
export const handoverDays = sqliteTable(
  'handover_days',
  {
    day: integer().primaryKey(),
    received: integer().notNull().default(0),
    failed: integer().notNull().default(0),
  },
  () => [check('handover_days_counts', sql`min(received, failed) >= 0`)],
);
