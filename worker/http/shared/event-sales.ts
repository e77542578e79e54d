import { type SQL, sql } from 'drizzle-orm';
import { isOver } from '../../../drizzle/tables/nights/event-over.ts';
import { events } from '../../../drizzle/tables/nights/events.ts';
import type { SalesOfEvent } from '../../contract/nights/events/guarded-edits.ts';

export const hasRefunds = sql<boolean>`exists (select 1 from ticket_requests as refunded
  join refunds as back on back.request_id = refunded.id
  where refunded.event_id = ${events.id} and back.reason = 'event_cancelled')`;

/** For a query on `events`: facts about an event's authorized and charged sales. Null if `has_sales` is 0. */
export const salesOfEvent = sql<SalesOfEvent | null>`iif(${events.has_sales} = 0, null, (
  select json_object('first_start', min(sale.promised_start_at), 'last_start', max(sale.promised_start_at),
    'open_cents', sum(iif(coalesce(payout.status, 'due') in ('due', 'frozen'),
      sale.tickets_cents + sale.buyer_fee_cents - sale.added_cents - sale.taken_cents - sale.moved_cents, 0)),
    'has_refunds', json(iif(${hasRefunds}, 'true', 'false')))
  from ticket_requests as request join payments as sale on sale.request_id = request.id
    left join payouts as payout on payout.request_id = request.id
  where request.event_id = ${events.id} and sale.status in ('authorized', 'captured')))`.mapWith(
  (text: string): SalesOfEvent | null => JSON.parse(text) as SalesOfEvent,
);

/** For a query on `events`: the ids of the co-organizers, buyers and sellers of an event with sales. */
export const partiesOfEvent = sql<
  string[]
>`iif(${events.has_sales} = 0, '[]', (select json_group_array(party.user_id) from (
  select helper.user_id from event_organizers as helper where helper.event_id = ${events.id}
  union select request.buyer_id from ticket_requests as request where request.event_id = ${events.id}
  union select request.seller_id from ticket_requests as request
    where request.event_id = ${events.id}) as party))`.mapWith(
  (text: string): string[] => JSON.parse(text) as string[],
);

export const hasListings = sql<boolean>`exists (select 1 from listings as listed where listed.event_id = ${events.id}
  and listed.status in ('pending_review', 'active', 'reserved', 'sold'))`.mapWith(Boolean);

/** The key of the city that a venue's nights are listed under. Brooklyn counts as New York. */
export const cityOfVenue = (venue_id: string | SQL) =>
  sql<string>`(select iif(place.city_key = 'brooklyn', 'new york', place.city_key) from venues as place
    where place.id = ${venue_id})`;

/**
 * SQL condition: the event has sales and is not over. Editing or merging the venue of such an event may not move the
 * event to another city.
 */
export const staysInCity = (now: Date) => sql<boolean>`(${events.has_sales} = 1 and not ${isOver(now)})`;
