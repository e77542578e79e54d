import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { venues } from './venues.ts';

/**
 * The slug of a venue that was merged into another. Its page redirects to the venue that stays. A venue's own slug
 * comes first.
 */
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
