import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instant } from '../columns.ts';

const count = () => integer().notNull().default(0);

/**
 * Counts the answers that one version of the Worker gave in one minute. `errors` have a status of 500 or more. The
 * columns `within_…` sort answers by response time in ms: each answer counts in one of them, or in none if it took
 * longer than 2500 ms. The Worker times each write that stores such counts: `writes` is the number of these writes, and
 * `write_ms` is their total time.
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
