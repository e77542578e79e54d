import { type SQL, sql } from 'drizzle-orm';

/**
 * What of the buyer's money in a payment has neither gone back nor moved on and is in no open refund, in cents, in SQL.
 * Its columns are literals, because a query of one table would name them without their table.
 */
export const leftToRefund: SQL<number> = sql<number>`(payments.tickets_cents + payments.buyer_fee_cents
  - payments.added_cents - payments.moved_cents - payments.taken_cents
  - (select coalesce(sum(open.amount_cents), 0) from refunds as open
    where open.request_id = payments.request_id and open.booked_at is null and open.status <> 'dropped'))`;
