import { type SQL, sql } from 'drizzle-orm';
import { isOver } from '../../../../drizzle/tables/nights/event-over.ts';
import { takesPlace } from '../../../../drizzle/tables/nights/event-public.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { listings } from '../../../../drizzle/tables/trade/listings.ts';
import { isOpenToAll } from '../../../../drizzle/tables/people/mutuals.ts';
import { bandMax, bandMin } from '../../../http/shared/price-limits.ts';
import type { Fees } from '../../../contract/trade/fees.ts';
import { paymentsAreOn, totalFor } from '../../../http/shared/ticket-price.ts';

export interface Wanted {
  event_id: string;
  buyer_id: string;
  places: number;
}

function onSale({ event_id, buyer_id }: Wanted, { now, only }: { now: Date; only: SQL }): SQL {
  return sql`select ${listings.id}, ${listings.quantity}, ${listings.ask_price_cents}, ${listings.created_at}
    from ${events} join ${listings} on ${listings.event_id} = ${events.id}
    where ${events.id} = ${event_id} and ${takesPlace(now)} and not ${isOver(now)} and ${listings.status} = 'active'
      and ${listings.waitlist_first} = 0 and ${listings.quantity} > 0 and ${listings.seller_id} <> ${buyer_id}
      and ${listings.ask_price_cents} between ${bandMin} and ${bandMax} and ${isOpenToAll(now)} and ${only}`;
}

export const ticketsFor = (wanted: Wanted, now: Date) =>
  sql<number>`(select coalesce(sum(quantity), 0) from (${onSale(wanted, { now, only: sql`1` })}))`;

/**
 * Query for the listings that fill a group. Its one row has `path`, a JSON array of `{id, take}`, and `cost` in cents,
 * which includes fees while payments are on. It finds no row if no listings fill the group. It prefers few listings,
 * then the lowest cost.
 *
 * The size of a listing is how many tickets the group can take from it. To keep the search small, the query compares,
 * for each size, only as many of the cheapest listings as would fill the group. So a group of six places compares at
 * most 16 listings, and a group of eight places at most 24.
 */
export function fillingOf(wanted: Wanted, { now, fees, only = sql`1` }: { now: Date; fees: Fees; only?: SQL }): SQL {
  // The database could treat a bound number as a float.
  const places = sql.raw(String(Math.trunc(wanted.places)));
  const price = sql`iif(${paymentsAreOn}, ${totalFor(sql`ask_price_cents`, { quantity: 1, fees })}, ask_price_cents)`;
  return sql`with recursive
    sized as (select id, ask_price_cents, created_at, min(quantity, ${places}) as size
      from (${onSale(wanted, { now, only })})),
    ranked as (select *, row_number() over (partition by size order by ask_price_cents, created_at, id) as place
      from sized),
    listing as (select id, size, ${price} as price, row_number() over (order by ask_price_cents, created_at, id) as n
      from ranked where (place - 1) * size < ${places}),
    way as (
      select n, 1 as sellers, size as taken, size * price as cost,
        json_array(json_object('id', id, 'take', size)) as path from listing
      union all
      select listing.n, way.sellers + 1, min(${places}, way.taken + listing.size),
        way.cost + listing.price * min(listing.size, ${places} - way.taken),
        json_insert(way.path, '$[#]', json_object('id', listing.id, 'take', min(listing.size, ${places} - way.taken)))
      from way join listing on listing.n > way.n where way.taken < ${places})
    select path, cost from way where taken = ${places} order by sellers, cost, path limit 1`;
}
