import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instant } from '../columns.ts';
import { events } from './events.ts';

/** Facts that people know about an event: when and where it is, and whether it takes place. `start_at` is UTC ms. */
export interface ToldEvent {
  is_published: boolean;
  is_cancelled: boolean;
  start_at: number;
  venue: { name: string; name_key: string; address: string | null; city: string; city_key: string };
}

/**
 * An event that has changed since people were last told about it. `told` is what they know. Triggers insert the row, so
 * that no change is missed. The people concerned get one mail after `due_at`. While the mail waits for another change
 * of the event, for example its publication, `due_at` is null.
 */
export const eventChanges = sqliteTable(
  'event_changes',
  {
    event_id: text()
      .primaryKey()
      .references(() => events.id, { onDelete: 'cascade' }),
    told: text({ mode: 'json' }).notNull().$type<ToldEvent>(),
    first_at: instant().notNull(),
    due_at: instant(),
  },
  (t) => [index('event_changes_due').on(t.due_at)],
);

export type EventChange = typeof eventChanges.$inferSelect;
