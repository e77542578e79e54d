import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instant } from '../columns.ts';

const count = () => integer().notNull().default(0);

/**
 * What the Worker answered in one minute, for each version. `errors` are answers with a status of 500 or more. The
 * columns `within_…` count answers by their time in ms, each without the faster ones; slower answers are the rest of
 * `requests`. `writes` are samples of the time that a small write took, and `write_ms` is their sum.
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
