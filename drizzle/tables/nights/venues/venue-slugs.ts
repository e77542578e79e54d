import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { venues } from './venues.ts';

/** The slug of a merged venue, which redirects to `venue_id` unless another venue has taken it. */
export const venueSlugs = sqliteTable(
  'venue_slugs',
  {
    slug: text().primaryKey(),
    venue_id: text()
      .notNull()
      .references(() => venues.id, { onDelete: 'cascade' }),
  },
  (t) => [index('venue_slugs_venue').on(t.venue_id)],
);
