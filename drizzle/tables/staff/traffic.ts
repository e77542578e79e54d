import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instant } from '../columns.ts';

const count = () => integer().notNull().default(0);

/**
 * What the Worker answered in one minute, for each version. `errors` are answers with a status of 500 or more. The
 * columns `within_…` count answers by the time that they took, in ms. Each answer counts in the first column that fits;
 * an answer slower than the last one counts only in `requests`. `writes` is the number of small writes that were
 * measured, and `write_ms` is the sum of their times.
 */
export const traffic = sqliteTable(
  'traffic',
  {
    /** The beginning of the minute. */
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
