import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { instant } from '../tables/columns.ts';

/** The tables of a chat room, in the SQLite of its Durable Object, not in D1. */

/**
 * The room itself, in one row. `closed_at` is when its event was deleted. `slow_seconds` is the wait between two
 * messages of a person; 0 turns slow mode off.
 */
export const room = sqliteTable(
  'room',
  {
    id: integer().primaryKey(),
    event_id: text().notNull(),
    announced_seq: integer().notNull().default(0),
    closed_at: instant(),
    slow_seconds: integer().notNull().default(0),
  },
  (t) => [check('room_is_one', sql`${t.id} = 1`)],
);

/** A person mentioned in a message, with the name under which they last wrote. */
export interface Mentioned {
  user_id: string;
  display_name: string | null;
}

/** The newest messages. A `seq` is never reused, so a listener can tell which messages are missing. */
export const messages = sqliteTable(
  'messages',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull(),
    user_id: text().notNull(),
    client_id: text().notNull(),
    body: text().notNull(),
    created_at: instant().notNull(),
    author_name: text(),
    author_is_verified: integer({ mode: 'boolean' }).notNull(),
    removed_at: instant(),
    removed_by_id: text(),
    removed_by_name: text(),
    mentions: text({ mode: 'json' }).$type<Mentioned[]>(),
  },
  (t) => [
    uniqueIndex('messages_id').on(t.id),
    uniqueIndex('messages_client').on(t.user_id, t.client_id),
    // SQLite ends each index entry with the rowid, here `seq`. So the index also finds a person's newest message.
    index('messages_user').on(t.user_id),
  ],
);

/** The keys of messages that have left the room's history. They keep a late retry from storing a message twice. */
export const sentKeys = sqliteTable(
  'sent_keys',
  {
    user_id: text().notNull(),
    client_id: text().notNull(),
    seq: integer().notNull(),
    id: text().notNull(),
    created_at: instant().notNull(),
    pruned_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.client_id] })],
);

export const mutes = sqliteTable('mutes', {
  user_id: text().primaryKey(),
  muted_at: instant().notNull(),
  muted_by_id: text().notNull(),
  muted_by_name: text(),
});

/** The relay rooms that repeat what this room announces. */
export const relays = sqliteTable('relays', { number: integer().primaryKey() });

export type MessageRow = typeof messages.$inferSelect;
export type SentKeyRow = typeof sentKeys.$inferSelect;
