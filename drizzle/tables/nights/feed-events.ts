import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instant } from '../columns.ts';
import { events } from './events.ts';
import { venues } from './venues/venues.ts';

/**
 * If a feed sends no ids, its event is identified by the title, venue and start that it sent. Case and spaces do not
 * count. The event may have been edited since, and several feeds may describe it differently.
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
