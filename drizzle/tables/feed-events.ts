import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instant } from './columns.ts';
import { events } from './events.ts';
import { venues } from './venues.ts';

/**
 * What a feed without ids calls a night: folded title, venue and start as they were sent. The event itself may be called otherwise once a
 * person has edited it; it stays the night that the feed means, and several feeds may each have their own words for it.
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
  (t) => [primaryKey({ columns: [t.name_key, t.venue_id, t.start_at] }), index('feed_events_event').on(t.event_id)],
);
