import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { createdAt, uuidKey } from './columns.ts';

/** One delivery of the ingestion webhook. A `webhook_id` that was seen before answers its first `response`. */
export const ingestDeliveries = sqliteTable(
  'ingest_deliveries',
  {
    id: uuidKey(),
    webhook_id: text(),
    source: text(),
    status: integer().notNull(),
    response: text().notNull(),
    created: integer().notNull().default(0),
    updated: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    error: text(),
    duration_ms: integer().notNull(),
    received_at: createdAt(),
  },
  (t) => [uniqueIndex('ingest_deliveries_webhook').on(t.webhook_id), index('ingest_deliveries_received').on(t.received_at)],
);

export type IngestDelivery = typeof ingestDeliveries.$inferSelect;
