import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type Payment, payments } from '../../../../drizzle/tables/trade/money/payments.ts';
import { type TicketRequest, ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import { mayBuy } from '../../../../drizzle/tables/people/trade-rights.ts';
import type { Db } from '../../../context.ts';
import { type Fees, USUAL_FEES } from '../../../contract/trade/fees.ts';
import { MOST_HELD } from '../../../contract/trade/ticket-quantity.ts';
import type { ChangedEvent, Statement } from '../../../http/database/batch.ts';
import type { DomainError } from '../../../http/answers/errors.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import { promiseColumns, promiseOfRequest } from '../../../http/shared/promise.ts';
import { requestEnd } from '../../../http/shared/request-end.ts';
import { buyerFee, isPaidHere, paymentsAreOn, sellerFee, totalFor } from '../../../http/shared/ticket-price.ts';
import { expireRequestsOf } from './expire-requests.db.ts';
import { lapseOffersOf } from '../offers/lapse-offers.db.ts';
import { keyReused } from '../listings/tickets.errors.ts';
import { mayHold } from './unpaid-holds.db.ts';
import {
  COOL_DOWN_MS,
  type RequestInput,
  askedListing,
  heldBy,
  declinedAt,
  readEvent,
  refusal,
} from './refuse-request.db.ts';

export interface RequestOutcome {
  granted: TicketRequest | DomainError;
  /** False for a refusal or a repeated key. */
  isNew: boolean;
  /** The payment of the granted request. Null if the buyer does not pay through Vouch. */
  payment: Payment | null;
  /** The event, if its stock changed. A refusal can change it too, because expired requests return tickets first. */
  changed: ChangedEvent[];
}

/**
 * Inserts a request. The insert itself chooses the listing and checks every condition, so simultaneous requests cannot
 * exceed a limit. A trigger updates the stock, so two requests never hold the same ticket. `mails` are written after
 * the request, and `only` is one more condition. With `is_kept`, the buyer pays with a stored card (`kept_cards`).
 * A repeated key returns the earlier request in its current state. Refusals: `event.not_found`, `event.cancelled`,
 * `request.signed_out`, and these, which begin with `tickets.`: `badge_needed`, `key_reused`, `event_over`,
 * `request_pending`, `own_listing`, `price_changed`, `none_available`, `quantity`, `too_many_held`, `cooling_down`,
 * `holds_paused`, `held_by_alike`, `offer_ended`, `mutuals_first`.
 */
export async function requestTickets(
  db: Db,
  {
    input,
    fees = USUAL_FEES,
    now,
    id = input.offer_id ?? crypto.randomUUID(),
    mails = [],
    only = sql`1`,
    is_kept = false,
  }: {
    input: RequestInput;
    fees?: Fees;
    now: Date;
    id?: string;
    mails?: readonly Statement[];
    only?: SQL;
    is_kept?: boolean;
  },
): Promise<RequestOutcome> {
  const isAsked =
    input.offer_id === undefined
      ? eq(ticketRequests.idempotency_key, input.key)
      : eq(ticketRequests.id, input.offer_id);
  const isSame = and(eq(ticketRequests.buyer_id, input.buyer_id), isAsked);
  const [expired, lapsed, , , [request], [payment], [event]] = await db.batch([
    expireRequestsOf(db, { event_id: input.event_id, now }),
    lapseOffersOf(db, { event_id: input.event_id, now }),
    insertRequest(db, { id, input, fees, only, now }),
    insertPayment(db, { id, quantity: input.quantity, is_kept, fees, now }),
    db.select().from(ticketRequests).where(isSame),
    db
      .select({ payment: payments })
      .from(payments)
      .innerJoin(ticketRequests, and(eq(ticketRequests.id, payments.request_id), isSame)),
    readEvent(db, { input, fees, now }),
    ...mails,
  ]);
  const isNew = request?.id === id && request.created_at.getTime() === now.getTime();
  const stockMoved = expired.length + lapsed.length > 0 || isNew;
  return {
    isNew,
    payment: payment?.payment ?? null,
    granted: request ? unlessReused(request, input) : refusal(event, { input, now }),
    changed: event && stockMoved ? [{ id: input.event_id, slug: event.slug }] : [],
  };
}

function insertRequest(
  db: Db,
  { id, input, fees, only, now }: { id: string; input: RequestInput; fees: Fees; only: SQL; now: Date },
) {
  const at = now.getTime();
  const ask = sql`listing.ask_price_cents`;
  return insertFrom(db, ticketRequests, {
    row: {
      id,
      event_id: sql`listing.event_id`,
      listing_id: sql`listing.id`,
      buyer_id: input.buyer_id,
      seller_id: sql`listing.seller_id`,
      quantity: input.quantity,
      offered_price_cents: sql`listing.ask_price_cents`,
      idempotency_key: input.key,
      expires_at: requestEnd({
        ask,
        quantity: input.quantity,
        fees,
        buyer_id: input.buyer_id,
        start_at: sql`listing.start_at`,
        now,
      }),
      created_at: now,
    },
    from: sql`from (${askedListing(input, now)}) listing
      where ${only} and listing.quantity >= ${input.quantity} and ${mayBuy(input.buyer_id, now)}
        and ${heldBy(input.buyer_id, now)} + ${input.quantity} <= ${MOST_HELD}
        and ${costsNoMore(ask, { input, fees })} and ${mayHold(input.buyer_id, input.event_id, now)}
        and coalesce(${declinedAt(input.buyer_id, sql`listing.id`)} <= ${at - COOL_DOWN_MS}, 1)`,
  }).onConflictDoNothing();
}

/** Inserts a payment if the buyer pays through Vouch. A repeated request gets no second payment. */
function insertPayment(
  db: Db,
  { id, quantity, is_kept, fees, now }: { id: string; quantity: number; is_kept: boolean; fees: Fees; now: Date },
) {
  const ask = sql`asked.offered_price_cents`;
  return insertFrom(db, payments, {
    row: {
      request_id: id,
      tickets_cents: sql`${ask} * ${quantity}`,
      buyer_fee_cents: sql`${buyerFee(ask, fees)} * ${quantity}`,
      seller_fee_cents: sql`${sellerFee(ask, fees)} * ${quantity}`,
      ...promiseColumns(now),
      session_attempt: is_kept ? 0 : 1,
      settle_at: now,
      created_at: now,
    },
    from: sql`from ticket_requests as asked ${promiseOfRequest}
      where asked.id = ${id} and asked.created_at = ${now.getTime()} and ${isPaidHere(ask, { quantity, fees })}`,
  }).onConflictDoNothing();
}

const costsNoMore = (ask: SQL, { input, fees }: { input: RequestInput; fees: Fees }) =>
  input.most_total_cents === undefined
    ? sql`1`
    : sql`(not ${paymentsAreOn} or ${totalFor(ask, { quantity: input.quantity, fees })} <= ${input.most_total_cents})`;

function unlessReused(request: TicketRequest, input: RequestInput): TicketRequest | DomainError {
  return request.event_id === input.event_id && request.quantity === input.quantity ? request : keyReused();
}
