import { and, eq, sql } from 'drizzle-orm';
import { type Payment, payments } from '../../../../../drizzle/tables/trade/money/payments.ts';
import { eventEnd } from '../../../../http/shared/promised-times.ts';
import { problems } from '../../../../../drizzle/tables/trade/problems.ts';
import { type NewSellerFailure, sellerFailures } from '../../../../../drizzle/tables/trade/seller-failures.ts';
import { ticketRequests } from '../../../../../drizzle/tables/trade/ticket-requests.ts';
import type { Db } from '../../../../context.ts';
import type { Price } from '../../../../contract/trade/fees.ts';
import { insertFrom } from '../../../../http/database/insert-from.ts';
import { promiseColumns, promiseOfRequest } from '../../../../http/shared/promise.ts';
import type { Replacement } from './find-replacement.db.ts';
import type { Sale } from './sale.db.ts';

/** `told_at` is set, because the mail about the replacement already informs the buyer. */
export const acceptReplacement = (
  db: Db,
  {
    id,
    from,
    request,
    now,
    ask_price_cents,
    ...listing
  }: Omit<Replacement, 'held_because'> & { id: string; from: string; request: Sale['request']; now: Date },
) =>
  db.insert(ticketRequests).values({
    id,
    event_id: request.event_id,
    buyer_id: request.buyer_id,
    quantity: request.quantity,
    ...listing,
    offered_price_cents: ask_price_cents,
    status: 'accepted',
    idempotency_key: `replaces:${from}:${id}`,
    expires_at: now,
    told_at: now,
    created_at: now,
  });

/** The trigger `payment_made` takes the replacement tickets from their listing. */
export const payReplacement = (
  db: Db,
  {
    id,
    payment,
    price,
    added_cents,
    now,
  }: { id: string; payment: Payment; price: Price; added_cents: number; now: Date },
) =>
  insertFrom(db, payments, {
    row: {
      ...promiseColumns(now),
      promised_end_at: sql`max(${eventEnd(sql`shown`)}, ${payment.promised_end_at.getTime()})`,
      request_id: id,
      status: 'captured',
      tickets_cents: price.tickets_cents,
      buyer_fee_cents: price.buyer_fee_cents,
      seller_fee_cents: price.seller_fee_cents,
      added_cents,
      replaces: payment.request_id,
      paid_from: payment.paid_from ?? payment.request_id,
      captured_at: now,
      settle_at: now,
      created_at: now,
    },
    from: sql`from ticket_requests as asked ${promiseOfRequest} where asked.id = ${id}`,
  });

export const closeReplaced = (
  db: Db,
  { request_id, replaced_by, now }: { request_id: string; replaced_by: string; now: Date },
) =>
  db
    .update(problems)
    .set({ status: 'replaced', replaced_by, decided_at: now, decided_by: sql`coalesce(${problems.ruled_by}, 'time')` })
    .where(and(eq(problems.request_id, request_id), eq(problems.status, 'open')));

export const recordSellerFailure = (db: Db, row: NewSellerFailure) =>
  db.insert(sellerFailures).values(row).onConflictDoNothing();
