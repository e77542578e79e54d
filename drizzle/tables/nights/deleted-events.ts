import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { createdAt } from '../columns.ts';

/** A deleted event whose chat room and preview image may still exist outside of this database. */
export const deletedEvents = sqliteTable(
  'deleted_events',
  { event_id: text().primaryKey(), created_at: createdAt() },
  (t) => [index('deleted_events_created').on(t.created_at)],
);
