import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { createdAt } from '../columns.ts';
import { events } from './events.ts';
import { profiles } from '../people/profiles.ts';

/** A co-organizer of an event, besides `events.organizer_id`. */
export const eventOrganizers = sqliteTable(
  'event_organizers',
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
  (t) => [primaryKey({ columns: [t.event_id, t.user_id] }), index('event_organizers_user').on(t.user_id)],
);
