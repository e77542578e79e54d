import { type GetColumnData, type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import { integer, text } from 'drizzle-orm/sqlite-core';

/** A random UUID primary key. */
export const uuidKey = () =>
  text()
    .primaryKey()
    .$defaultFn(() => crypto.randomUUID());

/** An instant: milliseconds since the epoch, UTC; a `Date` in code. */
export const instant = () => integer({ mode: 'timestamp_ms' });

/** The instant at which the row was made. */
export const createdAt = () =>
  instant()
    .notNull()
    .$defaultFn(() => new Date());

/** A check that a text column holds one of `words`. */
export const oneOf = (column: AnySQLiteColumn, words: readonly string[]) =>
  sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(', '))})`;

/**
 * Columns under names that begin with a prefix. D1 answers a batch by column name, so if two joined tables share a name
 * such as `id`, one value is lost. No table has a column named `prefix.key`.
 */
export function named<C extends Record<string, AnySQLiteColumn>>(prefix: string, columns: C) {
  const entries = Object.entries(columns).map(([key, column]) => [
    key,
    sql`${column}`.mapWith(column).as(`${prefix}.${key}`),
  ]);
  return Object.fromEntries(entries) as { [K in keyof C]: SQL.Aliased<GetColumnData<C[K]>> };
}
