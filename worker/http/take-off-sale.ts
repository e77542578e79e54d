import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { events } from '../../drizzle/tables/events.ts';
import { listings } from '../../drizzle/tables/listings.ts';
import { ticketRequests } from '../../drizzle/tables/ticket-requests.ts';
import type { Db } from '../context.ts';
import { LISTING_MOVES, movesTo } from '../contract/ticket-moves.ts';

/**
 * The two statements that end whatever some people sell, for use at the end of a batch and in this order: their pending requests are
 * declined, by which trigger the tickets go back, then what is on sale is withdrawn. The second answers the nights it changed.
 * `sellers` is a query of profile ids.
 */
export function takeOffSale(db: Db, { sellers }: { sellers: SQL }) {
  return [
    db
      .update(ticketRequests)
      .set({ status: 'declined' })
      .where(and(sql`${ticketRequests.seller_id} in (${sellers})`, eq(ticketRequests.status, 'pending'))),
    db
      .update(listings)
      .set({ status: 'withdrawn' })
      .where(and(sql`${listings.seller_id} in (${sellers})`, inArray(listings.status, movesTo(LISTING_MOVES, 'withdrawn'))))
      .returning({
        id: listings.event_id,
        slug: sql<string>`(select ${events.slug} from ${events} where ${events.id} = ${listings.event_id})`,
      }),
  ] as const;
}

/** Each night once, of the rows that the second statement answered. */
export function eventsIn(rows: unknown): { id: string; slug: string }[] {
  return [...new Map((rows as { id: string; slug: string }[]).map((event) => [event.id, event])).values()];
}
