import { MOST_GUEST_PLACES } from '../../vocabulary.ts';
import { sql } from 'drizzle-orm';
import { check, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { createdAt, uuidKey } from '../columns.ts';
import { events } from './events.ts';

/**
 * A guest of an event. `places` counts the guest and all companions. `name_key` is the name in lower case with single
 * spaces, so that an event lists each name only once.
 */
export const eventGuests = sqliteTable(
  'event_guests',
  {
    id: uuidKey(),
    event_id: text()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    name_key: text().notNull(),
    places: integer().notNull(),
    created_by: text().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('event_guests_name').on(t.event_id, t.name_key),
    check('event_guests_places', sql.raw(`places between 1 and ${MOST_GUEST_PLACES}`)),
  ],
);
