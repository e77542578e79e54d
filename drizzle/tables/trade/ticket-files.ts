import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { FILE_PURPOSES, FILE_TYPES } from '../../handover-vocabulary.ts';
import { createdAt, instant, oneOf, uuidKey } from '../columns.ts';
import { profiles } from '../people/profiles.ts';

/**
 * An encrypted file in R2. Its own key is wrapped by the server's key of version `key_version`. `claimed_at` is when a
 * listing, a hand-over or a problem took the file, which happens once. A file that is unclaimed a day after its upload
 * is destroyed. At `destroyed_at` the wrapped key is deleted, so that nobody can read the object. At `cleared_at` the
 * object is deleted. `content_hmac` is the keyed hash of a ticket's bytes.
 */
export const ticketFiles = sqliteTable(
  'ticket_files',
  {
    id: uuidKey(),
    owner_id: text()
      .notNull()
      .references(() => profiles.id),
    purpose: text({ enum: FILE_PURPOSES }).notNull(),
    media_type: text({ enum: FILE_TYPES }).notNull(),
    bytes: integer().notNull(),
    content_hmac: text(),
    object_key: text().notNull().unique(),
    wrapped_key: text(),
    iv: text().notNull(),
    key_version: integer().notNull(),
    claimed_at: instant(),
    destroyed_at: instant(),
    cleared_at: instant(),
    created_at: createdAt(),
  },
  (t) => [
    index('ticket_files_owner').on(t.owner_id, t.created_at),
    index('ticket_files_unclaimed')
      .on(t.created_at)
      .where(sql`claimed_at is null and destroyed_at is null`),
    index('ticket_files_claimed')
      .on(t.claimed_at)
      .where(sql`claimed_at is not null and destroyed_at is null`),
    index('ticket_files_uncleared')
      .on(t.destroyed_at)
      .where(sql`destroyed_at is not null and cleared_at is null`),
    index('ticket_files_key_version')
      .on(t.key_version)
      .where(sql`destroyed_at is null`),
    check('ticket_files_destroyed', sql`(destroyed_at is null) = (wrapped_key is not null)`),
    check('ticket_files_cleared', sql`cleared_at is null or destroyed_at is not null`),
    check('ticket_files_bytes', sql`bytes between 1 and 8388608`),
    check('ticket_files_purpose_known', oneOf(t.purpose, FILE_PURPOSES)),
    check('ticket_files_type_known', oneOf(t.media_type, FILE_TYPES)),
  ],
);

export type TicketFile = typeof ticketFiles.$inferSelect;
export type NewTicketFile = typeof ticketFiles.$inferInsert;
