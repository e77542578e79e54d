import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { createdAt } from '../../columns.ts';
import { events } from '../events.ts';

/** An event of which the followers of its venue were told, or that was public before followers are told of anything. */
export const venueNews = sqliteTable('venue_news', {
  event_id: text()
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  created_at: createdAt(),
});
