import { type GetColumnData, type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import { integer, text } from 'drizzle-orm/sqlite-core';

export const uuidKey = () =>
  text()
    .primaryKey()
    .$defaultFn(() => crypto.randomUUID());

/** An instant: UTC milliseconds in the database, a `Date` in code. */
export const instant = () => integer({ mode: 'timestamp_ms' });

export const createdAt = () =>
  instant()
    .notNull()
    .$defaultFn(() => new Date());

/** SQL condition for a check: the column holds one of `words`. */
export const oneOf = (column: AnySQLiteColumn, words: readonly string[]) =>
  sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(', '))})`;

/** Names columns `prefix.key`, because D1 returns rows by column name and would lose one of two columns named `id`. */
export function named<C extends Record<string, AnySQLiteColumn>>(prefix: string, columns: C) {
  const entries = Object.entries(columns).map(([key, column]) => [
    key,
    sql`${column}`.mapWith(column).as(`${prefix}.${key}`),
  ]);
  return Object.fromEntries(entries) as { [K in keyof C]: SQL.Aliased<GetColumnData<C[K]>> };
}
