import { type SQL, sql } from 'drizzle-orm';

// The fragments name the tables by aliases, so that one statement can use them for its own row and for all rows of a
// seller.

/**
 * The seller's part of a payment, in cents, less what has gone back to the buyer: the rule `splitLeft` of settle, in
 * SQL.
 */
export function sellerCents(payment: SQL): SQL<number> {
  const gross = sql`(${payment}.tickets_cents - ${payment}.seller_fee_cents)`;
  const total = sql`(${payment}.tickets_cents + ${payment}.buyer_fee_cents)`;
  const added = sql`${payment}.taken_cents * ${payment}.added_cents / max(1, ${total} - ${payment}.added_cents)`;
  return sql<number>`iif(${payment}.moved_cents > 0, 0, ${gross} - (${payment}.taken_cents + ${added}) * ${gross} /
    max(1, ${total}))`;
}

/** What a seller owes us, in cents. */
export function debtCents(sellerId: SQL): SQL<number> {
  return sql<number>`coalesce((select debits_cents - credits_cents from ledger_accounts
    where name = 'receivable:' || ${sellerId}), 0)`;
}

/**
 * True of a payout that may leave and waits for nothing but a run or the seller: it was due by `until`, the tickets are
 * received, and the seller's part is released.
 */
export function isReady(payout: SQL, until: Date): SQL<boolean> {
  return sql<boolean>`(${payout}.status = 'due' and ${payout}.send_at is null and ${payout}.due_at <= ${until.getTime()}
    and exists (select 1 from payments payment join handovers handover on handover.request_id = payment.request_id
      where payment.request_id = ${payout}.request_id and payment.released_at is not null
        and handover.status = 'received'))`;
}

/** The sum of a seller's payouts that are ready, in cents. */
export function readyCents(sellerId: SQL, until: Date): SQL<number> {
  return sql<number>`coalesce((select sum(${sellerCents(sql`sold`)}) from payouts ready
    join payments sold on sold.request_id = ready.request_id
    where ready.seller_id = ${sellerId} and ${isReady(sql`ready`, until)}), 0)`;
}
