import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instant } from '../columns.ts';
import { profiles } from '../people/profiles.ts';

/**
 * A decision about money that waits for a second admin. `target_id` is the id of a ticket request or of a seller.
 * `action` is the decision with its details, for example `seller.write_off:2500` (in cents).
 */
export const staffAsks = sqliteTable(
  'staff_asks',
  {
    target_id: text().notNull(),
    action: text().notNull(),
    asked_by: text()
      .notNull()
      .references(() => profiles.id),
    note: text(),
    asked_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.target_id, t.action] })],
);
