import { Column, getTableColumns, is, SQL, sql, type SQLChunk } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db } from '../../context.ts';

/** A value is a literal or an expression over the rows of `from`. A missing column gets its default value. */
type RowOf<T extends SQLiteTable> = { [C in keyof T['$inferInsert']]: T['$inferInsert'][C] | SQL | Column };

/**
 * Inserts one row for each row that `from` finds. `from` is a query without its select list (`from … where …`, or only
 * `where …` for at most one row). SQLite matches columns by position here, so the values follow the order of the
 * table's columns.
 */
export function insertFrom<T extends SQLiteTable>(db: Db, table: T, { row, from }: { row: RowOf<T>; from: SQL }) {
  const given: Record<string, unknown> = row;
  const values = Object.entries(getTableColumns(table)).map(([name, column]) => valueOf(column, given[name]));
  return db.insert(table).select(sql`select ${sql.join(values, sql`, `)} ${from}`);
}

function valueOf(column: Column, given: unknown): SQLChunk {
  const value = given === undefined ? (column.defaultFn?.() ?? column.default ?? null) : given;
  return is(value, SQL) || is(value, Column) ? value : sql.param(value, column);
}
