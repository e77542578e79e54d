import { sql } from 'drizzle-orm';
import { check, integer, sqliteTable } from 'drizzle-orm/sqlite-core';

/** How many hand-overs of a day worked, and how many failed because of the seller. `day`: UTC days since 1970. */
export const handoverDays = sqliteTable(
  'handover_days',
  {
    day: integer().primaryKey(),
    received: integer().notNull().default(0),
    failed: integer().notNull().default(0),
  },
  () => [check('handover_days_counts', sql`min(received, failed) >= 0`)],
);
