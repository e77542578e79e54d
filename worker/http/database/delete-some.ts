import { inArray, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db } from '../../context.ts';

/** One call of `deleteSome` deletes at most this many rows. The cron job's next run, a minute later, continues. */
export const MOST_DELETED = 1000;

/** Deletes rows that meet the condition. The condition needs an index, because it is checked every minute. */
export function deleteSome(db: Db, table: SQLiteTable, condition: SQL | undefined) {
  const rows = db
    .select({ rowid: sql`rowid` })
    .from(table)
    .where(condition)
    .limit(MOST_DELETED);
  return db.delete(table).where(inArray(sql`rowid`, rows));
}
