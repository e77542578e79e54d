import { inArray, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db } from '../../context.ts';
import type { Statement } from './batch.ts';

/**
 * A table whose rows are deleted with an account, and the columns that hold the person's id. A cascade cannot delete
 * them, because the profile may have to stay.
 */
export interface RowsOfPerson {
  table: SQLiteTable;
  of: readonly SQLiteColumn[];
}

/** Describes a table with the person's id in one of these columns. */
export const rowsOf = (table: SQLiteTable, ...of: readonly SQLiteColumn[]): RowsOfPerson => ({ table, of });

/** Returns the statements that delete people's rows. `users` is a query of their ids. */
export const deleteRows = (db: Db, { rows, users }: { rows: readonly RowsOfPerson[]; users: SQL }): Statement[] =>
  rows.map(({ table, of }) => db.delete(table).where(or(...of.map((column) => inArray(column, sql`(${users})`)))));
