import { and, eq, inArray, not, type SQL, sql } from 'drizzle-orm';
import {
  awaitsCapture,
  hasOpenPayment,
  isAcceptedInGroup,
} from '../../../../drizzle/tables/trade/money/awaits-capture.ts';
import { listings } from '../../../../drizzle/tables/trade/listings.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import type { TicketRequestStatus } from '../../../../drizzle/vocabulary.ts';
import type { Db } from '../../../context.ts';
import { LISTING_MOVES, movesTo, RETURNED } from '../../../contract/trade/ticket-moves.ts';
import type { Statement } from '../../database/batch.ts';
import { endOffers } from './end-offers.ts';
import { deleteSquads } from './leave-squads.ts';

/**
 * Ends the event's open requests and offers and takes its listings off sale, if `only` holds. People read of it in the
 * mail about the event. If a seller has accepted and the card is possibly charged already, the request stays open until
 * its payment is settled. An accepted request in a group also stays open.
 */
export function endSales(db: Db, { event_id, only, now }: { event_id: string; only: SQL; now: Date }): Statement[] {
  return [
    endOffers(db, { of: sql`event_id = ${event_id} and ${only}` }),
    db
      .update(ticketRequests)
      .set({ status: sql<TicketRequestStatus>`coalesce(${ticketRequests.answer}, 'cancelled')`, told_at: now })
      .where(
        and(
          eq(ticketRequests.event_id, event_id),
          eq(ticketRequests.status, 'pending'),
          not(awaitsCapture),
          not(isAcceptedInGroup),
          only,
        ),
      ),
    db
      .update(listings)
      .set({ status: 'withdrawn' })
      .where(and(eq(listings.event_id, event_id), inArray(listings.status, movesTo(LISTING_MOVES, 'withdrawn')), only)),
  ];
}

/**
 * Run this before an event is deleted. Ends its offers, and deletes its closed requests and its squads. A request with
 * an open payment stays, and so does a squad with a card that is authorized or awaits authorization.
 */
export const forgetSales = (db: Db, { event_id }: { event_id: string }): Statement[] => [
  endOffers(db, { of: sql`event_id = ${event_id}` }),
  db
    .delete(ticketRequests)
    .where(
      and(eq(ticketRequests.event_id, event_id), inArray(ticketRequests.status, [...RETURNED]), not(hasOpenPayment)),
    ),
  ...deleteSquads(db, sql`closed.event_id = ${event_id}`),
];
