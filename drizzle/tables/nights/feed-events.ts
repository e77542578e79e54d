import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instant } from '../columns.ts';
import { events } from './events.ts';
import { venues } from './venues/venues.ts';

/**
 * For feeds that send no ids: identifies an event by the title, venue and start that a feed sent. Case and extra spaces
 * in the title do not count. An event keeps these rows after an edit, and has several if feeds describe it differently.
 */
export const feedEvents = sqliteTable(
  'feed_events',
  {
    name_key: text().notNull(),
    venue_id: text()
      .notNull()
      .references(() => venues.id),
    start_at: instant().notNull(),
    event_id: text()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.name_key, t.venue_id, t.start_at] }),
    index('feed_events_event').on(t.event_id),
    index('feed_events_venue').on(t.venue_id),
  ],
);
