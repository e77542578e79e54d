import { inArray, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db } from '../../context.ts';
import type { Statement } from './batch.ts';

/**
 * The rows of `table` that belong to a person. `of` lists the columns that hold the person's id. Such rows need a
 * delete of their own: the profile of a deleted account sometimes stays, and then no cascade deletes them.
 */
export interface RowsOfPerson {
  table: SQLiteTable;
  of: readonly SQLiteColumn[];
}

export const rowsOf = (table: SQLiteTable, ...of: readonly SQLiteColumn[]): RowsOfPerson => ({ table, of });

/** Deletes the rows of all people whose ids the query `users` selects. */
export const deleteRows = (db: Db, { rows, users }: { rows: readonly RowsOfPerson[]; users: SQL }): Statement[] =>
  rows.map(({ table, of }) => db.delete(table).where(or(...of.map((column) => inArray(column, sql`(${users})`)))));
