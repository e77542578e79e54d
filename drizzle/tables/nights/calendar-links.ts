import { sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { createdAt } from '../columns.ts';
import { profiles } from '../people/profiles.ts';

/** A person's calendar has a secret address with a token. The table stores the hash of this token. */
export const calendarLinks = sqliteTable(
  'calendar_links',
  {
    user_id: text()
      .primaryKey()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    token_hash: text().notNull(),
    created_at: createdAt(),
  },
  (t) => [uniqueIndex('calendar_links_token').on(t.token_hash)],
);
