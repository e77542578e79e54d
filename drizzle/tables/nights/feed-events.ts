import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instant } from '../columns.ts';
import { events } from './events.ts';
import { venues } from './venues/venues.ts';

/**
 * The titles, venues and starts with which feeds have described an event. They identify the event for feeds that send
 * no ids. `name_key` is the title without regard to case and extra spaces. An event keeps its rows after an edit, and
 * has several rows if feeds describe it differently.
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
