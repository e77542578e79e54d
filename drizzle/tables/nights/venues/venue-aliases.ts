import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { venues } from './venues.ts';

/**
 * A former name of a venue, or the name of another venue that was merged into it. In one city, the
 * alias of a venue cannot be the name of another venue.
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
