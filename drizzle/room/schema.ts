import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { instant } from '../tables/columns.ts';

/** The tables of one chat room, in the SQLite of its Durable Object. None of them is in D1. */

/**
 * The room itself, in one row: its event, the last message that was announced, when the room was closed with its event,
 * and the seconds that a person waits between two messages (0 if the room is not in slow mode).
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

/** A person whom a message mentions, under the name that they wrote under. */
export interface Mentioned {
  user_id: string;
  display_name: string | null;
}

/**
 * The newest messages. A `seq` is never given twice, so a listener knows from the numbers which messages are missing.
 */
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
    // The rowid that ends each entry is `seq`, so it also finds a person's newest message.
    index('messages_user').on(t.user_id),
  ],
);

/**
 * The keys of messages that are no longer in the room's history. A late repeat of a message still finds the first one.
 */
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

/** The people who may not write in this room, since when, and the moderator who muted them. */
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
