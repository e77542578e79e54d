import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instant } from '../columns.ts';

const count = () => integer().notNull().default(0);

/**
 * The answers of one minute, for each version. `errors` have a status of 500 or more. An answer counts in the first of
 * the columns `within_…` (ms) that fits; a slower one counts only in `requests`. `write_ms` is the time of the `writes`
 * that were measured.
 */
export const traffic = sqliteTable(
  'traffic',
  {
    at: instant().notNull(),
    version: text().notNull(),
    requests: count(),
    errors: count(),
    within_50: count(),
    within_100: count(),
    within_250: count(),
    within_500: count(),
    within_1000: count(),
    within_2500: count(),
    writes: count(),
    write_ms: count(),
  },
  (t) => [primaryKey({ columns: [t.at, t.version] })],
);
