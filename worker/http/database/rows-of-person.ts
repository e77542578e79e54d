import { inArray, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db } from '../../context.ts';
import type { Statement } from './batch.ts';

/**
 * `of` lists the columns that hold a person's id. The profile of a deleted account sometimes stays, and then no cascade
 * deletes these rows.
 */
export interface RowsOfPerson {
  table: SQLiteTable;
  of: readonly SQLiteColumn[];
}

export const rowsOf = (table: SQLiteTable, ...of: readonly SQLiteColumn[]): RowsOfPerson => ({ table, of });

/** `users` is a query of ids. */
export const deleteRows = (db: Db, { rows, users }: { rows: readonly RowsOfPerson[]; users: SQL }): Statement[] =>
  rows.map(({ table, of }) => db.delete(table).where(or(...of.map((column) => inArray(column, sql`(${users})`)))));
