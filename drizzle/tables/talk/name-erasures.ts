import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { createdAt } from '../columns.ts';

/**
 * A deleted account whose name is still being erased from chat rooms. The rooms are done in the order of their events'
 * rowids. `event_place` is the rowid of the last event whose room is done.
 */
export const nameErasures = sqliteTable(
  'name_erasures',
  { user_id: text().primaryKey(), event_place: integer().notNull().default(0), created_at: createdAt() },
  (t) => [index('name_erasures_place').on(t.event_place)],
);
