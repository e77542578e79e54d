import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { events } from './events.ts';

/**
 * How often the page of an event was opened on one day (`yyyy-mm-dd` in New York). Unused if Cloudflare's Analytics
 * Engine counts the views.
 */
export const eventViews = sqliteTable(
  'event_views',
  {
    event_id: text()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    day: text().notNull(),
    views: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.event_id, t.day] }),
    index('event_views_day').on(t.day, t.views),
    check('event_views_views', sql`views >= 1`),
  ],
);
