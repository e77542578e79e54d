import { and, desc, eq, getTableColumns, gt, not, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { isPublic } from '../../../../drizzle/tables/nights/event-public.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import { isLost } from '../../../../drizzle/tables/trade/bought-tickets.ts';
import { listings } from '../../../../drizzle/tables/trade/listings.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import type { Db } from '../../../context.ts';
import { type PastSale, SALES_SINCE_MS } from '../../../contract/trade/selling/sold-here.ts';
import { eventNotFound } from '../../../http/answers/errors.ts';

const MOST_LOOKED_AT = 2000;
/** At another venue, an event is similar only if its face value differs by at most this share. */
const ALIKE = 0.25;

/**
 * Finds sales of similar nights, newest first: at the same venue, or in the same city with about the same face value. A
 * sale counts if the buyer kept the tickets. Throws `event.not_found`.
 */
export async function findPastSales(db: Db, { event_id, now }: { event_id: string; now: Date }): Promise<PastSale[]> {
  const recent = db
    .select(getTableColumns(ticketRequests))
    .from(ticketRequests)
    .where(gt(ticketRequests.created_at, new Date(now.getTime() - SALES_SINCE_MS)))
    .orderBy(desc(ticketRequests.created_at))
    .limit(MOST_LOOKED_AT)
    .as('ticket_requests');
  const [sold, soldAt] = [alias(events, 'sold'), alias(venues, 'sold_at')];
  const isHere = sql`${sold.venue_id} = ${events.venue_id}`;
  const isLike = sql`(${soldAt.city_key} = ${venues.city_key} and abs(${sold.ticket_price_cents} -
    ${events.ticket_price_cents}) <= ${ALIKE} * ${events.ticket_price_cents})`;
  const [[event], found] = await db.batch([
    db
      .select({ id: events.id })
      .from(events)
      .where(and(eq(events.id, event_id), isPublic(now))),
    db
      .select({
        seller_id: recent.seller_id,
        buyer_id: recent.buyer_id,
        cents: recent.offered_price_cents,
        waited_ms: sql<number>`${recent.created_at} - ${listings.created_at}`,
        is_here: sql`${isHere}`.mapWith(Boolean),
      })
      .from(recent)
      .innerJoin(listings, eq(listings.id, recent.listing_id))
      .innerJoin(sold, eq(sold.id, recent.event_id))
      .innerJoin(soldAt, eq(soldAt.id, sold.venue_id))
      .innerJoin(events, eq(events.id, event_id))
      .innerJoin(venues, eq(venues.id, events.venue_id))
      .where(and(eq(recent.status, 'accepted'), not(isLost), sql`(${isHere} or ${isLike})`))
      .orderBy(desc(recent.created_at)),
  ]);
  if (!event) throw eventNotFound();
  return found;
}
