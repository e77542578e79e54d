import { getTableColumns } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';

type NullColumns<Row> = { [Name in keyof Row as null extends Row[Name] ? Name : never]: null };

/** Returns null for each nullable column, so that a row factory names only the other columns. */
export function nullColumns<Table extends SQLiteTable>(table: Table): NullColumns<Table['$inferSelect']> {
  const nullable = Object.entries(getTableColumns(table)).filter(([, column]) => !column.notNull);
  return Object.fromEntries(nullable.map(([name]) => [name, null])) as NullColumns<Table['$inferSelect']>;
}
