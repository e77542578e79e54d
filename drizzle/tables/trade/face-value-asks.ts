import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { createdAt } from '../columns.ts';
import { events } from '../nights/events.ts';
import { profiles } from '../people/profiles.ts';

/**
 * A seller who could not list tickets, because the event has no face value. When the face value is set, the seller gets
 * a mail, and the row is deleted.
 */
export const faceValueAsks = sqliteTable(
  'face_value_asks',
  {
    event_id: text()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    seller_id: text()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    created_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.event_id, t.seller_id] })],
);
