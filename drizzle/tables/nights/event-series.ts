import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { createdAt, uuidKey } from '../columns.ts';

/** Events that were planned together. A repeated `idempotency_key` with another `idempotency_body` is refused. */
export const eventSeries = sqliteTable(
  'event_series',
  {
    id: uuidKey(),
    created_by: text().notNull(),
    size: integer().notNull(),
    idempotency_key: text().notNull(),
    idempotency_body: text().notNull(),
    created_at: createdAt(),
  },
  (t) => [uniqueIndex('event_series_key').on(t.created_by, t.idempotency_key)],
);
