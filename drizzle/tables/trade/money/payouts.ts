import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { PAYOUT_STATUSES } from '../../../vocabulary.ts';
import { instant, oneOf } from '../../columns.ts';
import { payments } from './payments.ts';
import { profiles } from '../../people/profiles.ts';

/**
 * The seller's money from one sale, sent as one transfer of the provider. The weekly cron job or the seller releases it
 * by setting `send_at`. We never send it before `due_at`. `paid_cents` is transferred, and `recouped_cents` is kept for
 * an earlier debt of the seller. Both are set before the transfer is sent. `reversed_cents` was taken back after the
 * transfer. `attempt` is part of the idempotency key of the call to the provider. Before this call, we set `send_at`
 * again, to a time by which the call must have ended. The payout is `frozen` while a row of `payout_holds` is open.
 */
export const payouts = sqliteTable(
  'payouts',
  {
    request_id: text()
      .primaryKey()
      .references(() => payments.request_id),
    seller_id: text()
      .notNull()
      .references(() => profiles.id),
    status: text({ enum: PAYOUT_STATUSES }).notNull().default('due'),
    due_at: instant().notNull(),
    send_at: instant(),
    attempt: integer().notNull().default(1),
    transfer_id: text().unique(),
    paid_cents: integer().notNull().default(0),
    recouped_cents: integer().notNull().default(0),
    reversed_cents: integer().notNull().default(0),
    sent_at: instant(),
    told_at: instant(),
  },
  (t) => [
    index('payouts_seller').on(t.seller_id, t.due_at),
    index('payouts_due')
      .on(t.due_at)
      .where(sql`status = 'due' and send_at is null`),
    index('payouts_untold')
      .on(t.sent_at)
      .where(sql`sent_at is not null and told_at is null`),
    index('payouts_status').on(t.status, t.due_at),
    check('payouts_amounts', sql`paid_cents >= 0 and recouped_cents >= 0 and reversed_cents between 0 and paid_cents`),
    check('payouts_status_known', oneOf(t.status, PAYOUT_STATUSES)),
  ],
);

export type Payout = typeof payouts.$inferSelect;
export type NewPayout = typeof payouts.$inferInsert;
