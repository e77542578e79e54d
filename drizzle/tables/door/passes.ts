import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { createdAt, instant, uuidKey } from '../columns.ts';
import { payments } from '../trade/money/payments.ts';

/** The pass of one bought ticket, bound to the key of one phone. */
export const passes = sqliteTable(
  'passes',
  {
    id: uuidKey(),
    request_id: text()
      .notNull()
      .references(() => payments.request_id),
    /** Counts the tickets of a ticket request from 1. */
    position: integer().notNull(),
    /** The phone's public key in hex. */
    device_key: text().notNull(),
    /** Set when the ticket moves to another phone, or between the buyer and a friend. A void pass stays as a record. */
    voided_at: instant(),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('passes_valid')
      .on(t.request_id, t.position)
      .where(sql`voided_at is null`),
    index('passes_request').on(t.request_id),
    check('passes_position', sql`position between 1 and 20`),
    check('passes_device_key', sql`length(device_key) = 64`),
  ],
);

export type Pass = typeof passes.$inferSelect;
