import { type SQL, sql } from 'drizzle-orm';
import { isOver } from '../../../../drizzle/tables/nights/event-over.ts';
import { takesPlace } from '../../../../drizzle/tables/nights/event-public.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { isLaunched } from '../../../../drizzle/tables/staff/launch-switches.ts';
import { listings } from '../../../../drizzle/tables/trade/listings.ts';
import { isMutualOf, isOpenTo, isOpenToAll } from '../../../../drizzle/tables/people/mutuals.ts';
import { bandMax, bandMin } from '../../../http/shared/price-limits.ts';

/** How many of the cheapest listings are checked for a mutual's listing. */
const LOOKED_AT = 20;

/**
 * Query for the cheapest available listing of an event, one row or none. At equal prices a mutual's listing comes
 * first, then the oldest listing. Without a buyer, only listings that are open to everybody count. With a buyer and
 * `at_once`, only `is_instant` listings count.
 */
export function cheapestListing({
  event_id,
  buyer_id,
  at_once = false,
  now,
}: {
  event_id: string;
  buyer_id?: string;
  at_once?: boolean | undefined;
  now: Date;
}): SQL {
  if (buyer_id === undefined) return sql`${onSale({ event_id, now, isFor: isOpenToAll(now) })} limit 1`;
  const isFor = sql`${listings.seller_id} <> ${buyer_id} and ${isOpenTo(buyer_id, now)}
    ${at_once ? sql`and ${listings.is_instant} = 1` : sql``}`;
  return sql`
    select id, event_id, seller_id, quantity, ask_price_cents, start_at
    from (${onSale({ event_id, now, isFor })} limit iif(${isLaunched('vouches')}, ${LOOKED_AT}, 1)) as best
    order by ask_price_cents, ${isMutualOf(buyer_id, sql`best.seller_id`, now)} desc, created_at, id
    limit 1`;
}

const onSale = ({ event_id, now, isFor }: { event_id: string; now: Date; isFor: SQL }) => sql`
  select ${listings.id}, ${listings.event_id}, ${listings.seller_id}, ${listings.quantity}, ${listings.ask_price_cents},
    ${events.start_at},
    ${listings.created_at}
  from ${events} join ${listings} on ${listings.event_id} = ${events.id}
  where ${events.id} = ${event_id} and ${takesPlace(now)} and not ${isOver(now)}
    and ${listings.status} = 'active' and ${listings.waitlist_first} = 0 and ${listings.quantity} > 0
    and ${listings.ask_price_cents} between ${bandMin} and ${bandMax} and ${isFor}
  order by ${listings.ask_price_cents}, ${listings.created_at}, ${listings.id}`;
