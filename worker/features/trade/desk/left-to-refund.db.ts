import { type SQL, sql } from 'drizzle-orm';

/**
 * SQL value: the buyer's money that can still be refunded, in cents. Each column is written with its table, because
 * Drizzle omits the table name in a query of one table.
 */
export const leftToRefund: SQL<number> = sql<number>`(payments.tickets_cents + payments.buyer_fee_cents
  - payments.added_cents - payments.moved_cents - payments.taken_cents
  - (select coalesce(sum(open.amount_cents), 0) from refunds as open
    where open.request_id = payments.request_id and open.booked_at is null and open.status <> 'dropped'))`;
