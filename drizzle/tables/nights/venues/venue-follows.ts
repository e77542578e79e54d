import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { createdAt } from '../../columns.ts';
import { profiles } from '../../people/profiles.ts';
import { venues } from './venues.ts';

export const venueFollows = sqliteTable(
  'venue_follows',
  {
    user_id: text()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    venue_id: text()
      .notNull()
      .references(() => venues.id, { onDelete: 'cascade' }),
    created_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.venue_id] }), index('venue_follows_venue').on(t.venue_id)],
);
