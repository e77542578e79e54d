import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { createdAt } from './columns.ts';

/** An event that is gone, while its chat room and its preview image, which lie outside of the database, are still to go. */
export const deletedEvents = sqliteTable('deleted_events', { event_id: text().primaryKey(), created_at: createdAt() }, (t) => [
  index('deleted_events_created').on(t.created_at),
]);
