import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { createdAt } from '../columns.ts';

/** A deleted event. Its chat room and its preview image may still exist, because they are not in this database. */
export const deletedEvents = sqliteTable(
  'deleted_events',
  { event_id: text().primaryKey(), created_at: createdAt() },
  (t) => [index('deleted_events_created').on(t.created_at)],
);
