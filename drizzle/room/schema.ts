import { sql } from 'drizzle-orm';
import { check, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { instant } from '../tables/columns.ts';

/** What one chat room keeps in its own SQLite. Nothing here is in D1. */

/** The room itself, one row: whose it is, how far its listeners have been told, and whether its event is gone. */
export const room = sqliteTable(
  'room',
  {
    id: integer().primaryKey(),
    event_id: text().notNull(),
    announced_seq: integer().notNull().default(0),
    closed_at: instant(),
  },
  (t) => [check('room_is_one', sql`${t.id} = 1`)],
);

/** The newest messages. The number is given once and never again, so a gap in what a listener has is a fact. */
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
  },
  (t) => [uniqueIndex('messages_id').on(t.id), uniqueIndex('messages_client').on(t.user_id, t.client_id)],
);

/** The keys of messages that have left the room's history: a late repeat still finds its first message. */
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

/** The relay rooms this room feeds. */
export const relays = sqliteTable('relays', { number: integer().primaryKey() });

export type MessageRow = typeof messages.$inferSelect;
export type SentKeyRow = typeof sentKeys.$inferSelect;
