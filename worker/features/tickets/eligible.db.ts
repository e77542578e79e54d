import { type SQL, sql } from 'drizzle-orm';
import { isOver } from '../../../drizzle/tables/event-over.ts';
import { events } from '../../../drizzle/tables/events.ts';
import { listings } from '../../../drizzle/tables/listings.ts';

const face = events.ticket_price_cents;

/** What `priceBand` of the contract is computed from. */
export const bandColumns = {
  ticket_price_cents: events.ticket_price_cents,
  price_min_pct: events.price_min_pct,
  price_max_pct: events.price_max_pct,
};

/** The ends of the price band in cents, in SQL: `priceBand` of the contract with whole numbers, open where there is no face value. */
export const bandMin = sql<number>`coalesce((${face} * (100 + ${events.price_min_pct}) + 99) / 100, 0)`;
export const bandMax = sql<number>`coalesce(${face} * (100 + ${events.price_max_pct}) / 100, 100000000)`;

/**
 * The cheapest eligible listing of a published event that is not over, in SQL: active, not sold out, with a price in the band. The oldest
 * wins a tie. The listings of `buyer_id` are passed over. One row or none: `id, event_id, seller_id, quantity, ask_price_cents, start_at`.
 */
export function cheapestEligible({ event_id, buyer_id, now }: { event_id: string; buyer_id?: string; now: Date }): SQL {
  const notOwn = buyer_id === undefined ? sql`` : sql`and ${listings.seller_id} <> ${buyer_id}`;
  return sql`
    select ${listings.id}, ${listings.event_id}, ${listings.seller_id}, ${listings.quantity}, ${listings.ask_price_cents}, ${events.start_at}
    from ${events} join ${listings} on ${listings.event_id} = ${events.id}
    where ${events.id} = ${event_id} and ${events.is_published} = 1 and not ${isOver(now)}
      and ${listings.status} = 'active' and ${listings.quantity} > 0 ${notOwn}
      and ${listings.ask_price_cents} between ${bandMin} and ${bandMax}
    order by ${listings.ask_price_cents}, ${listings.created_at}, ${listings.id}
    limit 1`;
}
