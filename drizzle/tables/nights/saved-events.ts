import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { createdAt } from '../columns.ts';
import { events } from './events.ts';
import { profiles } from '../people/profiles.ts';

export const savedEvents = sqliteTable(
  'saved_events',
  {
    user_id: text()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    event_id: text()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    created_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.event_id] }), index('saved_events_event').on(t.event_id)],
);
