import { type SQL, sql } from 'drizzle-orm';

/** SQL value: the seller's part of a payment in cents, by the same rule as `splitLeft`. */
export function sellerCents(payment: SQL): SQL<number> {
  const gross = sql`(${payment}.tickets_cents - ${payment}.seller_fee_cents)`;
  const total = sql`(${payment}.tickets_cents + ${payment}.buyer_fee_cents)`;
  const added = sql`${payment}.taken_cents * ${payment}.added_cents / max(1, ${total} - ${payment}.added_cents)`;
  return sql<number>`iif(${payment}.moved_cents > 0, 0, ${gross} - (${payment}.taken_cents + ${added}) * ${gross} /
    max(1, ${total}))`;
}

export function debtCents(sellerId: SQL): SQL<number> {
  return sql<number>`coalesce((select debits_cents - credits_cents from ledger_accounts
    where name = 'receivable:' || ${sellerId}), 0)`;
}

/** SQL condition: the payout was due by `until`, and the only step left is to send it. */
export function isReady(payout: SQL, until: Date): SQL<boolean> {
  return sql<boolean>`(${payout}.status = 'due' and ${payout}.send_at is null and ${payout}.due_at <= ${until.getTime()}
    and exists (select 1 from payments payment join handovers handover on handover.request_id = payment.request_id
      where payment.request_id = ${payout}.request_id and payment.released_at is not null
        and handover.status = 'received'))`;
}

export function readyCents(sellerId: SQL, until: Date): SQL<number> {
  return sql<number>`coalesce((select sum(${sellerCents(sql`sold`)}) from payouts ready
    join payments sold on sold.request_id = ready.request_id
    where ready.seller_id = ${sellerId} and ${isReady(sql`ready`, until)}), 0)`;
}
