import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { createdAt } from '../columns.ts';
import { events } from '../nights/events.ts';
import { profiles } from '../people/profiles.ts';

/** A person who works the door of one event. `added_by` is the account that invited them. */
export const doorStaff = sqliteTable(
  'door_staff',
  {
    event_id: text()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    user_id: text()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    added_by: text().notNull(),
    created_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.event_id, t.user_id] }), index('door_staff_user').on(t.user_id)],
);
