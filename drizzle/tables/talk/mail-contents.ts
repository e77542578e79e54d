import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { createdAt, uuidKey } from '../columns.ts';

/** The encrypted content of a mail to many people. The outbox row of each recipient refers to it. */
export const mailContents = sqliteTable(
  'mail_contents',
  { id: uuidKey(), sealed: text().notNull(), created_at: createdAt() },
  (t) => [index('mail_contents_created').on(t.created_at)],
);
