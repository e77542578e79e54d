import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { createdAt } from '../../columns.ts';
import { events } from '../events.ts';

/**
 * An event about which the followers of its venue need no notification: they got one about the event, or one about the
 * venue that day, or the event became public while the switch `push` was off.
 */
export const venueNews = sqliteTable('venue_news', {
  event_id: text()
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  created_at: createdAt(),
});
