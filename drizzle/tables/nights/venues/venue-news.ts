import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { createdAt } from '../../columns.ts';
import { events } from '../events.ts';

/**
 * An event about which the followers of its venue get no further notifications. Either the notifications were written,
 * or the event was public while the switch `push` was off. A follower gets at most one notification a day about a
 * venue, so some followers may have got none about this event.
 */
export const venueNews = sqliteTable('venue_news', {
  event_id: text()
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  created_at: createdAt(),
});
