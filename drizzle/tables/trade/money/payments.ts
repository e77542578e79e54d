import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { PAYMENT_STATUSES } from '../../../vocabulary.ts';
import { HANDOVER_KINDS } from '../../../handover-vocabulary.ts';
import { createdAt, instant, oneOf } from '../../columns.ts';
import { ticketRequests } from '../ticket-requests.ts';

/**
 * The payment of a ticket request. The buyer pays `tickets_cents` and `buyer_fee_cents`; the seller gets
 * `tickets_cents` less `seller_fee_cents`. `taken_cents` is the part of the total that went back to the buyer through
 * refunds and lost disputes. At `released_at` the seller's part was booked for the seller. Every step that moves money
 * raises `version`, and fails if another step raised it since the payment was read. The cron settles the payment at
 * `settle_at`. `session_attempt` counts checkout sessions, and is 0 while a kept card pays. `failures` counts failed
 * calls to the provider in a row. `looked_at` is when the buyer's page last asked the provider.
 *
 * A payment with `replaces` pays for tickets that replace the tickets of another ticket request. It is captured from
 * the start. `paid_from` is the ticket request that the buyer paid first. Its charge holds the money, even after
 * several replacements. `added_cents` is the part of the replacement's price that we paid. `moved_cents` is the part of
 * the buyer's money that moved on to a replacement. So the buyer's money in a payment is its total minus
 * `added_cents`, `taken_cents` and `moved_cents`.
 *
 * The columns `promised_*` hold what the buyer saw before paying. No later edit of the event or the listing changes
 * them. All code about money and deadlines reads these columns (`worker/http/shared/promised-times.ts`).
 */
export const payments = sqliteTable(
  'payments',
  {
    request_id: text()
      .primaryKey()
      .references(() => ticketRequests.id, { onDelete: 'cascade' }),
    status: text({ enum: PAYMENT_STATUSES }).notNull().default('awaiting'),
    version: integer().notNull().default(0),
    tickets_cents: integer().notNull(),
    buyer_fee_cents: integer().notNull(),
    seller_fee_cents: integer().notNull(),
    taken_cents: integer().notNull().default(0),
    moved_cents: integer().notNull().default(0),
    added_cents: integer().notNull().default(0),
    promised_start_at: instant().notNull(),
    promised_end_at: instant().notNull(),
    promised_due_at: instant().notNull(),
    promised_opens_at: instant().notNull(),
    promised_kind: text({ enum: HANDOVER_KINDS }),
    sold_at_once: integer({ mode: 'boolean' }).notNull(),
    replaces: text().unique(),
    paid_from: text(),
    session_attempt: integer().notNull().default(0),
    session_id: text().unique(),
    session_url: text(),
    intent_id: text().unique(),
    charge_id: text(),
    capture_before: instant(),
    authorized_at: instant(),
    captured_at: instant(),
    released_at: instant(),
    seller_asked_at: instant(),
    settle_at: instant(),
    failures: integer().notNull().default(0),
    last_error: text(),
    looked_at: instant(),
    created_at: createdAt(),
  },
  (t) => [
    index('payments_settle')
      .on(t.settle_at)
      .where(sql`settle_at is not null`),
    index('payments_failing')
      .on(t.failures)
      .where(sql`failures > 0`),
    index('payments_unasked')
      .on(t.authorized_at)
      .where(sql`status = 'authorized' and seller_asked_at is null`),
    check(
      'payments_amounts',
      sql`tickets_cents >= 0 and buyer_fee_cents >= 0 and seller_fee_cents between 0 and tickets_cents`,
    ),
    // SQLite would store a fraction in an integer column.
    check(
      'payments_whole_cents',
      sql`typeof(tickets_cents) = 'integer' and typeof(buyer_fee_cents) = 'integer' and typeof(seller_fee_cents) = 'integer'`,
    ),
    check('payments_taken', sql`taken_cents between 0 and tickets_cents + buyer_fee_cents - added_cents - moved_cents`),
    check('payments_added', sql`added_cents >= 0 and moved_cents >= 0 and (added_cents = 0 or paid_from is not null)`),
    check('payments_replaces', sql`(replaces is null) = (paid_from is null)`),
    index('payments_paid_from')
      .on(t.paid_from)
      .where(sql`paid_from is not null`),
    check('payments_captured', sql`(status = 'captured') = (captured_at is not null)`),
    check('payments_promise', sql`promised_end_at >= promised_start_at and promised_due_at <= promised_start_at`),
    check('payments_kind_known', sql`promised_kind is null or ${oneOf(t.promised_kind, HANDOVER_KINDS)}`),
    check('payments_status_known', oneOf(t.status, PAYMENT_STATUSES)),
  ],
);

export type Payment = typeof payments.$inferSelect;
export type NewPayment = typeof payments.$inferInsert;
