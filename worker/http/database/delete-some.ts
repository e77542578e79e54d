import { inArray, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db } from '../../context.ts';

/**
 * How many rows of a table one run of the cron job deletes at most. The next run, a minute later, deletes the next
 * ones.
 */
export const MOST_DELETED = 1000;

/**
 * The statement that deletes up to `MOST_DELETED` rows of a table. The condition needs an index: it is asked for every
 * minute.
 */
export function deleteSome(db: Db, table: SQLiteTable, condition: SQL | undefined) {
  const rows = db
    .select({ rowid: sql`rowid` })
    .from(table)
    .where(condition)
    .limit(MOST_DELETED);
  return db.delete(table).where(inArray(sql`rowid`, rows));
}
