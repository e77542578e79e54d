import { eq, type SQL, sql } from 'drizzle-orm';
import { isOver } from '../../../../drizzle/tables/nights/event-over.ts';
import { isPublic } from '../../../../drizzle/tables/nights/event-public.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { isActiveAccount, lacksBadge } from '../../../../drizzle/tables/people/trade-rights.ts';
import type { Db } from '../../../context.ts';
import { MINUTE } from '../../../contract/time/durations.ts';
import type { Fees } from '../../../contract/trade/fees.ts';
import { MOST_HELD } from '../../../contract/trade/ticket-quantity.ts';
import { type DomainError, eventCancelled, eventNotFound, signedOut } from '../../../http/answers/errors.ts';
import { paymentsAreOn, totalFor } from '../../../http/shared/ticket-price.ts';
import { cheapestListing } from '../listings/cheapest-listing.db.ts';
import { offeredListing } from '../offers/offered-listing.db.ts';
import {
  badgeNeeded,
  coolingDown,
  eventOver,
  heldByAlike,
  holdsPaused,
  mutualsFirst,
  noneAvailable,
  offerEnded,
  ownListing,
  priceChanged,
  requestPending,
  tooManyHeld,
  tooManyTickets,
} from '../listings/tickets.errors.ts';
import { heldByAlikeUntil, holdsPausedUntil } from './unpaid-holds.db.ts';

/** A declined buyer can ask for the same listing again after this time, in ms. */
export const COOL_DOWN_MS = 30 * MINUTE;

/** Each `key` creates at most one ticket request. */
export interface RequestInput {
  buyer_id: string;
  event_id: string;
  quantity: number;
  key: string;
  /** In cents. Ignored while the launch switch `payments` is off. */
  most_total_cents?: number | undefined;
  /** If true, ignores listings whose seller has to say yes first, even if one of them is cheaper. */
  at_once?: boolean | undefined;
  /** If set, the ticket request takes the tickets of this offer, and its id is the id of the offer. */
  offer_id?: string | undefined;
}

export const askedListing = ({ offer_id, ...input }: RequestInput, now: Date) =>
  offer_id === undefined ? cheapestListing({ ...input, now }) : offeredListing({ ...input, offer_id, now });

/**
 * SQL value: the number of tickets that the buyer's pending requests hold. Names the partial index and repeats its
 * condition, or the database would read every pending request.
 */
export const heldBy = (buyerId: string | SQL, now: Date) =>
  sql<number>`(select coalesce(sum(own.quantity), 0) from ticket_requests as own indexed by ticket_requests_pending
    where own.buyer_id = ${buyerId} and own.status = 'pending' and own.expires_at > ${now.getTime()})`;

/** SQL value: when the seller last declined a request of this buyer for this listing (UTC ms), or null. */
export const declinedAt = (buyerId: string, listingId: SQL) =>
  sql<number | null>`(select max(old.declined_at) from ticket_requests as old
    where old.buyer_id = ${buyerId} and old.listing_id = ${listingId} and old.declined_at is not null)`;

export const hasPending = ({ buyer_id, event_id }: Asker) =>
  sql<number>`exists (select 1 from ticket_requests as own
    where own.buyer_id = ${buyer_id} and own.event_id = ${event_id} and own.status = 'pending')`;

type Asker = Pick<RequestInput, 'buyer_id' | 'event_id'>;

export const askerFacts = ({ buyer_id, event_id }: Asker, now: Date) => ({
  slug: events.slug,
  is_public: isPublic(now),
  cancelled_at: events.cancelled_at,
  is_over: isOver(now),
  is_active: isActiveAccount(buyer_id, now),
  lacks_badge: lacksBadge(buyer_id, now),
  has_pending: hasPending({ buyer_id, event_id }),
  held: heldBy(buyer_id, now),
  paused_until: holdsPausedUntil(buyer_id, now),
  alike_until: heldByAlikeUntil(buyer_id, event_id, now),
});

/** Query for the facts that explain a refusal. It runs after the insert in the same transaction. */
export function readEvent(db: Db, { input, fees, now }: { input: RequestInput; fees: Fees; now: Date }) {
  const best = sql`(${askedListing(input, now)}) as best`;
  const bestTotal = totalFor(sql`best.ask_price_cents`, { quantity: input.quantity, fees });
  return db
    .select({
      ...askerFacts(input, now),
      best_quantity: sql<number | null>`best.quantity`,
      best_total: sql<number | null>`iif(${paymentsAreOn}, ${bestTotal}, null)`,
      declined_at: declinedAt(input.buyer_id, sql`best.id`),
      // This subquery reads every listing of the event, so it runs only if no listing was found.
      first_until: sql<
        number | null
      >`iif(best.id is not null, null, (select min(early.mutuals_until) from listings as early
        where early.event_id = ${input.event_id} and early.status = 'active' and early.waitlist_first = 0
          and early.quantity > 0 and early.seller_id <> ${input.buyer_id}
        and early.mutuals_until > ${now.getTime()}))`,
      has_any: sql<number>`exists (${cheapestListing({ event_id: input.event_id, now })})`,
    })
    .from(events)
    .leftJoin(best, sql`1`)
    .where(eq(events.id, input.event_id));
}

type Event = Awaited<ReturnType<typeof readEvent>>[number];

export function refusalOfAsker(
  event: Omit<Event, 'best_quantity' | 'best_total' | 'declined_at' | 'first_until' | 'has_any'>,
  now: Date,
): DomainError | null {
  if (!event.is_public) return eventNotFound();
  if (!event.is_active) return signedOut();
  if (event.lacks_badge) return badgeNeeded('buy');
  if (event.is_over) return eventOver();
  if (event.cancelled_at) return eventCancelled();
  if (event.has_pending) return requestPending();
  if (event.paused_until !== null) return holdsPaused({ now, until: new Date(event.paused_until) });
  return event.alike_until === null ? null : heldByAlike({ now, until: new Date(event.alike_until) });
}

export function refusal(event: Event | undefined, { input, now }: { input: RequestInput; now: Date }): DomainError {
  const { quantity, most_total_cents = Infinity } = input;
  if (!event) return eventNotFound();
  const refused = refusalOfAsker(event, now);
  if (refused) return refused;
  if (event.best_quantity === null && input.offer_id !== undefined) return offerEnded();
  if (event.best_quantity === null && event.first_until !== null) return mutualsFirst(new Date(event.first_until));
  if (event.best_quantity === null && input.at_once) return noneAvailable();
  if (event.best_quantity === null) return event.has_any ? ownListing() : noneAvailable();
  if (quantity > event.best_quantity) return tooManyTickets(event.best_quantity);
  if (event.held + quantity > MOST_HELD) return tooManyHeld(event.held);
  if (event.best_total !== null && event.best_total > most_total_cents) return priceChanged(event.best_total);
  return event.declined_at === null
    ? noneAvailable()
    : coolingDown({ now, until: new Date(event.declined_at + COOL_DOWN_MS) });
}
