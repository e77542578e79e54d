import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { MESSAGE_AUDIENCES } from '../../vocabulary.ts';
import { createdAt, oneOf, uuidKey } from '../columns.ts';
import { events } from './events.ts';

/**
 * A message to an event's waitlist. `recipients` counts the mails, which are in the outbox under the ids
 * `{message}:{waitlist entry}`.
 */
export const eventMessages = sqliteTable(
  'event_messages',
  {
    id: uuidKey(),
    event_id: text()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    sender_id: text().notNull(),
    audience: text({ enum: MESSAGE_AUDIENCES }).notNull(),
    body: text().notNull(),
    recipients: integer().notNull(),
    idempotency_key: text().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('event_messages_key').on(t.sender_id, t.idempotency_key),
    index('event_messages_event').on(t.event_id, t.created_at),
    check('event_messages_audience_known', oneOf(t.audience, MESSAGE_AUDIENCES)),
    check('event_messages_recipients', sql`recipients >= 1`),
  ],
);

export type EventMessage = typeof eventMessages.$inferSelect;
