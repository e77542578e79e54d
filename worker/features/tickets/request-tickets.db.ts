import { and, eq, sql } from 'drizzle-orm';
import { isOver } from '../../../drizzle/tables/event-over.ts';
import { events } from '../../../drizzle/tables/events.ts';
import { type TicketRequest, ticketRequests } from '../../../drizzle/tables/ticket-requests.ts';
import { mayBuy } from '../../../drizzle/tables/trade-rights.ts';
import type { Db } from '../../context.ts';
import { HOLD } from '../../contract/ticket-expiry.ts';
import type { ChangedEvent, Statement } from '../../http/batch.ts';
import { type DomainError, eventNotFound, signedOut } from '../../http/errors.ts';
import { insertFrom } from '../../http/insert-from.ts';
import { cheapestListing } from './cheapest-listing.db.ts';
import { expireRequestsOf } from './expire-requests.db.ts';
import { eventOver, keyReused, noneAvailable, ownListing, tooManyTickets } from './tickets.errors.ts';

/** The tickets that a buyer requests. The buyer's client chooses `key`. Requests with the same key create only one row. */
export interface RequestInput {
  buyer_id: string;
  event_id: string;
  quantity: number;
  key: string;
}

/**
 * The request or its refusal, and the event if its stock has changed. A refusal can change the stock too, because expired requests return
 * their tickets first.
 */
export interface RequestOutcome {
  granted: TicketRequest | DomainError;
  changed: ChangedEvent[];
}

/**
 * Requests tickets of the cheapest listing and holds them, in one round trip and one transaction. First the event's expired requests return
 * their tickets. Then one insert chooses the listing under its own conditions. A trigger updates the stock, so two requests never hold the
 * same ticket. `id` is the id of a new request; `mail` is written after it. A repeated key changes nothing and returns the current request.
 * Refusals: `event.not_found`, `request.signed_out`, and `tickets.key_reused`, `event_over`, `quantity`, `own_listing`, `none_available`.
 */
export async function requestTickets(
  db: Db,
  { input, now, id = crypto.randomUUID(), mail }: { input: RequestInput; now: Date; id?: string; mail?: Statement },
): Promise<RequestOutcome> {
  const isSame = and(eq(ticketRequests.buyer_id, input.buyer_id), eq(ticketRequests.idempotency_key, input.key));
  const [expired, , [request], [event]] = await db.batch([
    expireRequestsOf(db, { event_id: input.event_id, now }),
    insertRequest(db, { id, input, now }),
    db.select().from(ticketRequests).where(isSame),
    readEvent(db, { input, now }),
    ...(mail ? [mail] : []),
  ]);
  const stockMoved = expired.length > 0 || request?.id === id;
  return {
    granted: request ? unlessReused(request, input) : refusal(event),
    changed: event && stockMoved ? [{ id: input.event_id, slug: event.slug }] : [],
  };
}

function insertRequest(db: Db, { id, input, now }: { id: string; input: RequestInput; now: Date }) {
  const at = now.getTime();
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
      // The same rule as `holdEnd` in the contract, in SQL.
      expires_at: sql`max(${at + HOLD.shortest}, min(${at + HOLD.longest}, listing.start_at - ${HOLD.before_start}))`,
      created_at: now,
    },
    from: sql`from (${cheapestListing({ ...input, now })}) listing
      where listing.quantity >= ${input.quantity} and ${mayBuy(input.buyer_id, now)}`,
  }).onConflictDoNothing();
}

/** The data that explains a refusal, read in the same transaction after the insert. */
function readEvent(db: Db, { input, now }: { input: RequestInput; now: Date }) {
  return db
    .select({
      slug: events.slug,
      is_published: events.is_published,
      is_over: isOver(now),
      may_buy: mayBuy(input.buyer_id, now),
      best_quantity: sql<number | null>`(select quantity from (${cheapestListing({ ...input, now })}))`,
      has_any: sql<number>`exists (${cheapestListing({ event_id: input.event_id, now })})`,
    })
    .from(events)
    .where(eq(events.id, input.event_id));
}

type Event = Awaited<ReturnType<typeof readEvent>>[number];

function unlessReused(request: TicketRequest, input: RequestInput): TicketRequest | DomainError {
  return request.event_id === input.event_id && request.quantity === input.quantity ? request : keyReused();
}

function refusal(event: Event | undefined): DomainError {
  if (!event?.is_published) return eventNotFound();
  if (!event.may_buy) return signedOut();
  if (event.is_over) return eventOver();
  if (event.best_quantity !== null) return tooManyTickets(event.best_quantity);
  return event.has_any ? ownListing() : noneAvailable();
}
