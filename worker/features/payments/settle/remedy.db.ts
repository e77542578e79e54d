import { and, asc, eq, gt, gte, ne, sql } from 'drizzle-orm';
import { isOver } from '../../../../drizzle/tables/event-over.ts';
import { takesPlace } from '../../../../drizzle/tables/event-public.ts';
import { events } from '../../../../drizzle/tables/events.ts';
import { isOfCharge } from '../../../../drizzle/tables/charge-of-payment.ts';
import { listings } from '../../../../drizzle/tables/listings.ts';
import { isOpenToAll } from '../../../../drizzle/tables/mutuals.ts';
import { type Payment, payments } from '../../../../drizzle/tables/payments.ts';
import { bandMax, bandMin } from '../../../../drizzle/tables/price-limits.ts';
import { eventEnd } from '../../../../drizzle/tables/promised-times.ts';
import { problems } from '../../../../drizzle/tables/problems.ts';
import { type NewSellerFailure, sellerFailures } from '../../../../drizzle/tables/seller-failures.ts';
import { ticketRequests } from '../../../../drizzle/tables/ticket-requests.ts';
import type { Db } from '../../../context.ts';
import type { Price } from '../../../contract/fees.ts';
import { feesOf } from '../../../http/fees.ts';
import { insertFrom } from '../../../http/insert-from.ts';
import { promiseColumns, promiseOfRequest } from '../../../http/promise.ts';
import { totalFor } from '../../../http/ticket-price.ts';
import { leftOf } from './money-split.rules.ts';
import type { Sale } from './sale.db.ts';

/** A listing whose tickets replace others. */
export interface Replacement {
  listing_id: string;
  seller_id: string;
  ask_price_cents: number;
}

/**
 * The cheapest listing of the same night that can replace the tickets of a sale without anybody's answer: its tickets are here, its price is
 * in the band, and the total is at most what the buyer paid and what we add to that. None of a seller who has failed. Null if there is none.
 */
export async function findReplacement(db: Db, { sale, env, now }: { sale: Sale; env: Env; now: Date }): Promise<Replacement | null> {
  const { payment, request } = sale;
  const most = leftOf(payment) + Math.floor((leftOf(payment) * Number(env.REMEDY_CEILING_PCT)) / 100);
  const total = totalFor(listings.ask_price_cents, { quantity: request.quantity, fees: feesOf(env) });
  const free = sql`(select count(*) from listing_tickets as ticket where ticket.listing_id = ${listings.id}
    and ticket.request_id is null and ticket.freed_at is null)`;
  const hasFailed = sql`exists (select 1 from seller_failures as failure where failure.seller_id = ${listings.seller_id}
    and failure.settled_at is null)`;
  const hasSold = sql`exists (select 1 from ticket_requests as sold where sold.seller_id = ${listings.seller_id}
    and ${isOfCharge(sql`sold.id`, payment.request_id)})`;
  const [found] = await db
    .select({ listing_id: listings.id, seller_id: listings.seller_id, ask_price_cents: listings.ask_price_cents })
    .from(listings)
    .innerJoin(events, eq(events.id, listings.event_id))
    .where(
      and(
        eq(listings.event_id, request.event_id),
        eq(listings.status, 'active'),
        eq(listings.is_instant, true),
        eq(listings.handover_kind, 'file'),
        gte(listings.quantity, request.quantity),
        gt(listings.ask_price_cents, 0),
        ne(listings.seller_id, request.buyer_id),
        sql`${listings.ask_price_cents} between ${bandMin} and ${bandMax}`,
        sql`${total} <= ${most}`,
        takesPlace(now),
        sql`not ${isOver(now)}`,
        isOpenToAll(now),
        sql`${free} >= ${listings.held} + ${request.quantity}`,
        sql`not ${hasFailed}`,
        sql`not ${hasSold}`,
      ),
    )
    .orderBy(asc(listings.ask_price_cents), asc(listings.created_at), asc(listings.id))
    .limit(1);
  return found ?? null;
}

/** The request of a replacement. Nobody is told that it is accepted: the mail about the replacement says so. */
export const acceptReplacement = (
  db: Db,
  { id, from, request, now, ask_price_cents, ...offer }: Replacement & { id: string; from: string; request: Sale['request']; now: Date },
) =>
  db.insert(ticketRequests).values({
    id,
    event_id: request.event_id,
    buyer_id: request.buyer_id,
    quantity: request.quantity,
    ...offer,
    offered_price_cents: ask_price_cents,
    status: 'accepted',
    idempotency_key: `replaces:${from}:${id}`,
    expires_at: now,
    told_at: now,
    created_at: now,
  });

/** The payment of a replacement. Triggers take the tickets from their listing in the same statement, or refuse it. */
export const payReplacement = (
  db: Db,
  { id, payment, price, added_cents, now }: { id: string; payment: Payment; price: Price; added_cents: number; now: Date },
) =>
  insertFrom(db, payments, {
    row: {
      ...promiseColumns(now),
      // The buyer keeps the time that was promised with the first tickets.
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

/** Ends the problem of replaced tickets, if there is one. */
export const closeReplaced = (db: Db, { request_id, replaced_by, now }: { request_id: string; replaced_by: string; now: Date }) =>
  db
    .update(problems)
    .set({ status: 'replaced', replaced_by, decided_at: now, decided_by: sql`coalesce(${problems.ruled_by}, 'time')` })
    .where(and(eq(problems.request_id, request_id), eq(problems.status, 'open')));

/** A failure is recorded once for each request. */
export const recordSellerFailure = (db: Db, row: NewSellerFailure) => db.insert(sellerFailures).values(row).onConflictDoNothing();
