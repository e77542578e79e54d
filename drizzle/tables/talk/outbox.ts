import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { OUTBOX_CHANNELS, OUTBOX_PURPOSES, OUTBOX_STATUSES } from '../../vocabulary.ts';
import { createdAt, instant, oneOf, uuidKey } from '../columns.ts';
import { mailContents } from './mail-contents.ts';

/**
 * A mail or text message to send. The transaction that causes the message writes the row. Then a queue message names
 * the row. The content in `sealed` is encrypted, so a copy of the database reveals no one-time code.
 */
export const outbox = sqliteTable(
  'outbox',
  {
    id: uuidKey(),
    channel: text({ enum: OUTBOX_CHANNELS }).notNull(),
    recipient: text().notNull(),
    purpose: text({ enum: OUTBOX_PURPOSES }).notNull().default('product'),
    sealed: text(),
    content_id: text().references(() => mailContents.id),
    status: text({ enum: OUTBOX_STATUSES }).notNull().default('pending'),
    attempts: integer().notNull().default(0),
    last_error: text(),
    provider_id: text(),
    sent_at: instant(),
    /**
     * The cron job queues the message from this time on. If this is null and the message was never tried, the cron job
     * queues it some minutes after `created_at`.
     */
    retry_at: instant(),
    /** From this time on, the message is no longer sent. Null means that it never expires. */
    expires_at: instant(),
    created_at: createdAt(),
  },
  (t) => [
    index('outbox_status_created').on(t.status, t.created_at),
    index('outbox_retry')
      .on(t.retry_at)
      .where(sql`retry_at is not null`),
    index('outbox_recipient').on(t.recipient, t.created_at),
    index('outbox_content')
      .on(t.content_id)
      .where(sql`content_id is not null`),
    check('outbox_one_content', sql`(sealed is null) <> (content_id is null)`),
    check('outbox_channel_known', oneOf(t.channel, OUTBOX_CHANNELS)),
    check('outbox_purpose_known', oneOf(t.purpose, OUTBOX_PURPOSES)),
    check('outbox_status_known', oneOf(t.status, OUTBOX_STATUSES)),
  ],
);

export type OutboxRow = typeof outbox.$inferSelect;
export type NewOutboxRow = typeof outbox.$inferInsert;
