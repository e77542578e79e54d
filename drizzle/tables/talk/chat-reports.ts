import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { REPORT_REASONS, REPORT_STATUSES } from '../../vocabulary.ts';
import { createdAt, instant, oneOf, uuidKey } from '../columns.ts';
import { events } from '../nights/events.ts';
import { profiles } from '../people/profiles.ts';

/** A report of a chat message, with the message's text when it was reported. A person can report a message once. */
export const chatReports = sqliteTable(
  'chat_reports',
  {
    id: uuidKey(),
    event_id: text()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    message_id: text().notNull(),
    seq: integer().notNull(),
    author_id: text().notNull(),
    body: text().notNull(),
    reporter_id: text()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    reason: text({ enum: REPORT_REASONS }).notNull(),
    note: text(),
    status: text({ enum: REPORT_STATUSES }).notNull().default('open'),
    decided_by: text().references(() => profiles.id),
    decided_at: instant(),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('chat_reports_own').on(t.message_id, t.reporter_id),
    index('chat_reports_status').on(t.status, t.created_at, t.id),
    index('chat_reports_author').on(t.author_id),
    index('chat_reports_reporter').on(t.reporter_id),
    check('chat_reports_decided', sql`(status = 'open') = (decided_at is null)`),
    check('chat_reports_reason_known', oneOf(t.reason, REPORT_REASONS)),
    check('chat_reports_status_known', oneOf(t.status, REPORT_STATUSES)),
  ],
);
