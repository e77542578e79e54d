import { getTableName } from 'drizzle-orm';
import { getTableConfig, type SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Db } from '../../../context.ts';
import { OWN_TABLES, type Owner } from './own-tables.db.ts';

const MOST_ROWS = 2000;

/**
 * Returns a person's rows under the name of their table, in one round trip. A table with more than `MOST_ROWS` rows of
 * the person is cut off and named in `cut`.
 */
export async function findOwnData(db: Db, owner: Owner): Promise<{ tables: Record<string, unknown[]>; cut: string[] }> {
  const [first, ...rest] = OWN_TABLES.map(({ table, isOwn, hides }) =>
    db
      .select(shownColumns(getTableConfig(table).columns, hides))
      .from(table)
      .where(isOwn(owner))
      .limit(MOST_ROWS + 1),
  );
  const answers = await db.batch([first!, ...rest]);
  const named = answers.map((rows, at) => [getTableName(OWN_TABLES[at]!.table), rows] as const);
  return {
    tables: Object.fromEntries(named.map(([name, rows]) => [name, rows.slice(0, MOST_ROWS)])),
    cut: named.filter(([, rows]) => rows.length > MOST_ROWS).map(([name]) => name),
  };
}

const shownColumns = (columns: readonly SQLiteColumn[], hides: readonly string[]) =>
  Object.fromEntries(columns.filter(({ name }) => !hides.includes(name)).map((column) => [column.name, column]));
