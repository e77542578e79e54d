import { and, eq, type SQL, sql } from 'drizzle-orm';
import { isOver } from '../../../../drizzle/tables/nights/event-over.ts';
import { isPublic } from '../../../../drizzle/tables/nights/event-public.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { type Payment, payments } from '../../../../drizzle/tables/trade/money/payments.ts';
import { type TicketRequest, ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import { isActiveAccount, lacksBadge, mayBuy } from '../../../../drizzle/tables/people/trade-rights.ts';
import type { Db } from '../../../context.ts';
import { MINUTE } from '../../../contract/time/durations.ts';
import { type Fees, USUAL_FEES } from '../../../contract/trade/fees.ts';
import { MOST_HELD } from '../../../contract/trade/ticket-quantity.ts';
import type { ChangedEvent, Statement } from '../../../http/database/batch.ts';
import { type DomainError, eventCancelled, eventNotFound, signedOut } from '../../../http/answers/errors.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import { promiseColumns, promiseOfRequest } from '../../../http/shared/promise.ts';
import { requestEnd } from '../../../http/shared/request-end.ts';
import { buyerFee, isPaidHere, paymentsAreOn, sellerFee, totalFor } from '../../../http/shared/ticket-price.ts';
import { cheapestListing } from '../listings/cheapest-listing.db.ts';
import { expireRequestsOf } from './expire-requests.db.ts';
import { lapseOffersOf } from '../offers/lapse-offers.db.ts';
import { offeredListing } from '../offers/offered-listing.db.ts';
import {
  badgeNeeded,
  coolingDown,
  eventOver,
  heldByAlike,
  holdsPaused,
  keyReused,
  mutualsFirst,
  noneAvailable,
  offerEnded,
  ownListing,
  priceChanged,
  requestPending,
  tooManyHeld,
  tooManyTickets,
} from '../listings/tickets.errors.ts';
import { heldByAlikeUntil, holdsPausedUntil, mayHold } from './unpaid-holds.db.ts';

/** A buyer whose request was declined cannot ask for the same listing again for this long, in ms. */
export const COOL_DOWN_MS = 30 * MINUTE;

/** The tickets that a buyer requests. The buyer's client chooses `key`. Requests with the same key create only one row. */
export interface RequestInput {
  buyer_id: string;
  event_id: string;
  quantity: number;
  key: string;
  /** What the buyer expects to pay at most for all tickets, in cents. Only looked at while buyers pay here. */
  most_total_cents?: number | undefined;
  /** The offer to the waitlist that the buyer takes. Then the tickets are those of the offer, and the request has its id. */
  offer_id?: string | undefined;
}

/**
 * The request or its refusal, and the event if its stock has changed. A refusal can change the stock too, because expired requests return
 * their tickets first.
 */
export interface RequestOutcome {
  granted: TicketRequest | DomainError;
  /** Whether the request was made just now. */
  isNew: boolean;
  /** The payment of the granted request. Null if the buyer does not pay here. */
  payment: Payment | null;
  changed: ChangedEvent[];
}

/**
 * Requests tickets of the cheapest listing and holds them, in one round trip and one transaction. First the event's expired requests
 * and lapsed offers return their tickets. Then one insert chooses the listing under its own conditions. A buyer on the waitlist takes the tickets that were offered
 * to them instead. A trigger updates the stock, so two requests never hold the
 * same ticket. The insert also counts what the buyer holds, and a unique index allows one pending request for a buyer and an event, so
 * simultaneous requests cannot exceed either limit. `id` is the id of a new request; `mails` are written after it. A repeated key changes
 * nothing and returns the current request. While buyers pay here, the request has 15 minutes to be paid, and its payment is written with it. Refusals: `event.not_found`, `request.signed_out`, and `tickets.badge_needed`, `key_reused`, `event_over`,
 * `request_pending`, `own_listing`, `price_changed`, `none_available`, `quantity`, `too_many_held`, `cooling_down`, `holds_paused`, `held_by_alike`, `offer_ended`, `mutuals_first`.
 */
export async function requestTickets(
  db: Db,
  {
    input,
    fees = USUAL_FEES,
    now,
    id = input.offer_id ?? crypto.randomUUID(),
    mails = [],
  }: { input: RequestInput; fees?: Fees; now: Date; id?: string; mails?: readonly Statement[] },
): Promise<RequestOutcome> {
  const isAsked = input.offer_id === undefined ? eq(ticketRequests.idempotency_key, input.key) : eq(ticketRequests.id, input.offer_id);
  const isSame = and(eq(ticketRequests.buyer_id, input.buyer_id), isAsked);
  const [expired, lapsed, , , [request], [payment], [event]] = await db.batch([
    expireRequestsOf(db, { event_id: input.event_id, now }),
    lapseOffersOf(db, { event_id: input.event_id, now }),
    insertRequest(db, { id, input, fees, now }),
    insertPayment(db, { id, quantity: input.quantity, fees, now }),
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

function insertRequest(db: Db, { id, input, fees, now }: { id: string; input: RequestInput; fees: Fees; now: Date }) {
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
      expires_at: requestEnd({ ask, quantity: input.quantity, fees, buyer_id: input.buyer_id, start_at: sql`listing.start_at`, now }),
      created_at: now,
    },
    from: sql`from (${askedListing(input, now)}) listing
      where listing.quantity >= ${input.quantity} and ${mayBuy(input.buyer_id, now)}
        and ${heldBy(input.buyer_id, now)} + ${input.quantity} <= ${MOST_HELD}
        and ${costsNoMore(ask, { input, fees })} and ${mayHold(input.buyer_id, input.event_id, now)}
        and coalesce(${declinedAt(input.buyer_id, sql`listing.id`)} <= ${at - COOL_DOWN_MS}, 1)`,
  }).onConflictDoNothing();
}

/** A query for the listing of which the buyer gets tickets: that of the offer that they take, or else the cheapest. */
const askedListing = ({ offer_id, ...input }: RequestInput, now: Date) =>
  offer_id === undefined ? cheapestListing({ ...input, now }) : offeredListing({ ...input, offer_id, now });

/** The payment of the request, if the request was made just now and buyers pay here. An offer that is taken again has its payment. */
function insertPayment(db: Db, { id, quantity, fees, now }: { id: string; quantity: number; fees: Fees; now: Date }) {
  const ask = sql`asked.offered_price_cents`;
  return insertFrom(db, payments, {
    row: {
      request_id: id,
      tickets_cents: sql`${ask} * ${quantity}`,
      buyer_fee_cents: sql`${buyerFee(ask, fees)} * ${quantity}`,
      seller_fee_cents: sql`${sellerFee(ask, fees)} * ${quantity}`,
      ...promiseColumns(now),
      session_attempt: 1,
      settle_at: now,
      created_at: now,
    },
    from: sql`from ticket_requests as asked ${promiseOfRequest}
      where asked.id = ${id} and asked.created_at = ${now.getTime()} and ${isPaidHere(ask, { quantity, fees })}`,
  }).onConflictDoNothing();
}

/** True, in SQL, if the tickets cost no more than the buyer expects. */
const costsNoMore = (ask: SQL, { input, fees }: { input: RequestInput; fees: Fees }) =>
  input.most_total_cents === undefined
    ? sql`1`
    : sql`(not ${paymentsAreOn} or ${totalFor(ask, { quantity: input.quantity, fees })} <= ${input.most_total_cents})`;

// The tables have aliases, because Drizzle writes a column without its table if the query reads one table only. The database uses the index
// `ticket_requests_pending` only for a query that contains its condition `status = 'pending'`. The sum names the index, because the
// database would otherwise read every pending request.

/** The tickets that the pending requests of a buyer hold, over all events. A request that has expired at `now` holds none. */
export const heldBy = (buyerId: string, now: Date) =>
  sql<number>`(select coalesce(sum(own.quantity), 0) from ticket_requests as own indexed by ticket_requests_pending
    where own.buyer_id = ${buyerId} and own.status = 'pending' and own.expires_at > ${now.getTime()})`;

/** The last time at which the seller of a listing declined a request of a buyer. Null if that has never happened. */
export const declinedAt = (buyerId: string, listingId: SQL) =>
  sql<number | null>`(select max(old.declined_at) from ticket_requests as old
    where old.buyer_id = ${buyerId} and old.listing_id = ${listingId} and old.declined_at is not null)`;

/** The data that explains a refusal, read in the same transaction after the insert. */
function readEvent(db: Db, { input, fees, now }: { input: RequestInput; fees: Fees; now: Date }) {
  const best = sql`(${askedListing(input, now)}) as best`;
  const bestTotal = totalFor(sql`best.ask_price_cents`, { quantity: input.quantity, fees });
  return db
    .select({
      slug: events.slug,
      is_public: isPublic(now),
      cancelled_at: events.cancelled_at,
      is_over: isOver(now),
      is_active: isActiveAccount(input.buyer_id, now),
      lacks_badge: lacksBadge(input.buyer_id, now),
      has_pending: sql<number>`exists (select 1 from ticket_requests as own
        where own.buyer_id = ${input.buyer_id} and own.event_id = ${input.event_id} and own.status = 'pending')`,
      held: heldBy(input.buyer_id, now),
      paused_until: holdsPausedUntil(input.buyer_id, now),
      alike_until: heldByAlikeUntil(input.buyer_id, input.event_id, now),
      best_quantity: sql<number | null>`best.quantity`,
      best_total: sql<number | null>`iif(${paymentsAreOn}, ${bestTotal}, null)`,
      declined_at: declinedAt(input.buyer_id, sql`best.id`),
      // Only a buyer for whom there is no listing needs it: it reads every listing of the event.
      first_until: sql<number | null>`iif(best.id is not null, null, (select min(early.mutuals_until) from listings as early
        where early.event_id = ${input.event_id} and early.status = 'active' and early.waitlist_first = 0 and early.quantity > 0 and early.seller_id <> ${input.buyer_id}
        and early.mutuals_until > ${now.getTime()}))`,
      has_any: sql<number>`exists (${cheapestListing({ event_id: input.event_id, now })})`,
    })
    .from(events)
    .leftJoin(best, sql`1`)
    .where(eq(events.id, input.event_id));
}

type Event = Awaited<ReturnType<typeof readEvent>>[number];

function unlessReused(request: TicketRequest, input: RequestInput): TicketRequest | DomainError {
  return request.event_id === input.event_id && request.quantity === input.quantity ? request : keyReused();
}

function refusal(event: Event | undefined, { input, now }: { input: RequestInput; now: Date }): DomainError {
  const { quantity, most_total_cents = Infinity } = input;
  if (!event?.is_public) return eventNotFound();
  if (!event.is_active) return signedOut();
  if (event.lacks_badge) return badgeNeeded('buy');
  if (event.is_over) return eventOver();
  if (event.cancelled_at) return eventCancelled();
  if (event.has_pending) return requestPending();
  if (event.paused_until !== null) return holdsPaused({ now, until: new Date(event.paused_until) });
  if (event.alike_until !== null) return heldByAlike({ now, until: new Date(event.alike_until) });
  if (event.best_quantity === null && input.offer_id !== undefined) return offerEnded();
  if (event.best_quantity === null && event.first_until !== null) return mutualsFirst(new Date(event.first_until));
  if (event.best_quantity === null) return event.has_any ? ownListing() : noneAvailable();
  if (quantity > event.best_quantity) return tooManyTickets(event.best_quantity);
  if (event.held + quantity > MOST_HELD) return tooManyHeld(event.held);
  if (event.best_total !== null && event.best_total > most_total_cents) return priceChanged(event.best_total);
  return event.declined_at === null ? noneAvailable() : coolingDown({ now, until: new Date(event.declined_at + COOL_DOWN_MS) });
}
