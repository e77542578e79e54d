import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instant } from '../../columns.ts';

/**
 * A signed event of the payment provider. `subject` is the id of the object that changed. Until `done_at` is set, a
 * repeated event is processed again.
 */
export const providerEvents = sqliteTable(
  'provider_events',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    subject: text().notNull(),
    request_id: text(),
    deliveries: integer().notNull().default(1),
    received_at: instant().notNull(),
    done_at: instant(),
  },
  (t) => [
    index('provider_events_open')
      .on(t.received_at)
      .where(sql`done_at is null`),
    index('provider_events_received').on(t.received_at),
    check('provider_events_deliveries', sql`deliveries >= 1`),
  ],
);
