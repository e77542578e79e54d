import { type SQL, sql } from 'drizzle-orm';
import { isOver } from '../../../drizzle/tables/event-over.ts';
import { takesPlace } from '../../../drizzle/tables/event-public.ts';
import { events } from '../../../drizzle/tables/events.ts';
import { listings } from '../../../drizzle/tables/listings.ts';
import { bandMax, bandMin } from '../../../drizzle/tables/price-limits.ts';

/**
 * A query for the cheapest available listing of an event, one row or none: `id, event_id, seller_id, quantity, ask_price_cents, start_at`.
 * The event is published, not cancelled and not over. The listing is active, is not offered to the waitlist first, has tickets left, and its price is in the band. Of two listings at the same
 * price the older one is chosen. If a buyer is given, their own listings are left out.
 */
export function cheapestListing({ event_id, buyer_id, now }: { event_id: string; buyer_id?: string; now: Date }): SQL {
  const notOwn = buyer_id === undefined ? sql`` : sql`and ${listings.seller_id} <> ${buyer_id}`;
  return sql`
    select ${listings.id}, ${listings.event_id}, ${listings.seller_id}, ${listings.quantity}, ${listings.ask_price_cents}, ${events.start_at}
    from ${events} join ${listings} on ${listings.event_id} = ${events.id}
    where ${events.id} = ${event_id} and ${takesPlace(now)} and not ${isOver(now)}
      and ${listings.status} = 'active' and ${listings.waitlist_first} = 0 and ${listings.quantity} > 0 ${notOwn}
      and ${listings.ask_price_cents} between ${bandMin} and ${bandMax}
    order by ${listings.ask_price_cents}, ${listings.created_at}, ${listings.id}
    limit 1`;
}
