import { sqliteTable, text, uniqueIndex, index } from 'drizzle-orm/sqlite-core';
import { createdAt, uuidKey } from '../../columns.ts';

/**
 * `name_key` and `city_key` are the name and the city in a form without differences in case and spaces. They identify
 * the venue that a feed names.
 */
export const venues = sqliteTable(
  'venues',
  {
    id: uuidKey(),
    name: text().notNull(),
    slug: text().notNull(),
    name_key: text().notNull(),
    city_key: text().notNull(),
    address: text(),
    city: text().notNull(),
    state: text(),
    image_url: text(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    uniqueIndex('venues_slug').on(t.slug),
    uniqueIndex('venues_name_city').on(t.name_key, t.city_key),
    index('venues_name').on(t.name),
  ],
);

export type Venue = typeof venues.$inferSelect;
export type NewVenue = typeof venues.$inferInsert;
