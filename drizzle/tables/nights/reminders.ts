import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { createdAt } from '../columns.ts';
import { profiles } from '../people/profiles.ts';

/** A reminder mail to a person about the events of `day`, a New York date (`yyyy-mm-dd`). One per person and date. */
export const reminders = sqliteTable(
  'reminders',
  {
    day: text().notNull(),
    user_id: text()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    outbox_id: text().notNull(),
    created_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.day, t.user_id] }), index('reminders_user').on(t.user_id)],
);

/** A person who wants no reminder mails. */
export const reminderOptOuts = sqliteTable('reminder_opt_outs', {
  user_id: text()
    .primaryKey()
    .references(() => profiles.id, { onDelete: 'cascade' }),
  created_at: createdAt(),
});
