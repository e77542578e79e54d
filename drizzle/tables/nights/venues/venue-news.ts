import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { createdAt } from '../../columns.ts';
import { events } from '../events.ts';

/**
 * An event that the followers of its venue need not be notified about any more. Each follower got a notification about
 * it, or had already got one from the venue that day. Or the event was public while the switch `push` was off.
 */
export const venueNews = sqliteTable('venue_news', {
  event_id: text()
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  created_at: createdAt(),
});
