import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { events } from './events.ts';

/** `day` is `yyyy-mm-dd` in New York. The table is unused if Cloudflare's Analytics Engine counts the views. */
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
