import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { venues } from './venues.ts';

/**
 * Another name of a venue: the name of a venue that was merged into it, or its own name before it was renamed. Feeds
 * that use the name mean this venue. No venue has a name that is an alias of another. A deleted venue takes its aliases
 * with it.
 */
export const venueAliases = sqliteTable(
  'venue_aliases',
  {
    name_key: text().notNull(),
    city_key: text().notNull(),
    venue_id: text()
      .notNull()
      .references(() => venues.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.name_key, t.city_key] }), index('venue_aliases_venue').on(t.venue_id)],
);
