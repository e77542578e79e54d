import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instant } from '../columns.ts';
import { profiles } from '../people/profiles.ts';

/**
 * Decisions about money that wait for a second member of the staff. `target_id` is the request or the seller, `action`
 * the decision in full. It is carried out once somebody else makes the same one, and the row goes.
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
