import { sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import { integer, text } from 'drizzle-orm/sqlite-core';

/** A random UUID primary key. */
export const uuidKey = () =>
  text()
    .primaryKey()
    .$defaultFn(() => crypto.randomUUID());

/** An instant: milliseconds since the epoch, UTC; a `Date` in code. */
export const instant = () => integer({ mode: 'timestamp_ms' });

/** The instant a row was made. */
export const createdAt = () =>
  instant()
    .notNull()
    .$defaultFn(() => new Date());

/** A check that a text column holds one of `words`. */
export const oneOf = (column: AnySQLiteColumn, words: readonly string[]) =>
  sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(', '))})`;
