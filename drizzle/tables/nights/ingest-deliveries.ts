import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { createdAt, uuidKey } from '../columns.ts';

/**
 * A delivery to the ingestion webhook. `sender_id` is the admin or organizer who sent it, or null for a feed. Only the
 * delivery of a feed has a `webhook_id` and a `body_digest`. `webhook_id` is `{source}={webhook-id}`. The part before
 * `=` is empty if the feed's secret is bound to no source. `body_digest` is the SHA-256 of the body in hex.
 * `webhook_id` and `body_digest` are kept for at most 30 days. Until then, a repeat with the same body gets the stored
 * `response`.
 */
export const ingestDeliveries = sqliteTable(
  'ingest_deliveries',
  {
    id: uuidKey(),
    webhook_id: text(),
    body_digest: text(),
    sender_id: text(),
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
  (t) => [
    uniqueIndex('ingest_deliveries_webhook').on(t.webhook_id),
    index('ingest_deliveries_received').on(t.received_at),
    index('ingest_deliveries_sender').on(t.sender_id, t.received_at),
    index('ingest_deliveries_known')
      .on(t.received_at)
      .where(sql`webhook_id is not null`),
  ],
);

export type IngestDelivery = typeof ingestDeliveries.$inferSelect;
