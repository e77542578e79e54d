import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import { events } from '../../../drizzle/tables/events.ts';
import { listings } from '../../../drizzle/tables/listings.ts';
import { ticketRequests } from '../../../drizzle/tables/ticket-requests.ts';
import type { TicketRequestStatus } from '../../../drizzle/vocabulary.ts';
import type { Db } from '../../context.ts';
import { LISTING_MOVES, movesTo } from '../../contract/ticket-moves.ts';
import type { ChangedRow, Statement } from '../../http/batch.ts';

/**
 * The statements that end what some accounts sell, in this order: their pending requests are declined, which returns the tickets by
 * trigger, then their listings are withdrawn. `accounts` is a query of profile ids.
 */
export function takeOffSale(db: Db, { accounts }: { accounts: SQL }): Statement[] {
  return [
    endRequests(db, { of: sql`${ticketRequests.seller_id} in (${accounts})`, as: 'declined' }),
    db
      .update(listings)
      .set({ status: 'withdrawn' })
      .where(and(sql`${listings.seller_id} in (${accounts})`, inArray(listings.status, movesTo(LISTING_MOVES, 'withdrawn'))))
      .returning(changedRow(listings.event_id)),
  ];
}

/** The statements that end what some accounts sell, and cancel what they have asked others for. */
export function endTrade(db: Db, { accounts }: { accounts: SQL }): Statement[] {
  return [...takeOffSale(db, { accounts }), endRequests(db, { of: sql`${ticketRequests.buyer_id} in (${accounts})`, as: 'cancelled' })];
}

function endRequests(db: Db, { of, as }: { of: SQL; as: 'declined' | 'cancelled' }): Statement {
  return db
    .update(ticketRequests)
    .set({ status: sql<TicketRequestStatus>`coalesce(${ticketRequests.answer}, ${as})` })
    .where(and(of, eq(ticketRequests.status, 'pending')))
    .returning(changedRow(ticketRequests.event_id));
}

const changedRow = (event: AnySQLiteColumn) =>
  ({
    changed_event_id: sql<string>`${event}`.as('changed_event_id'),
    changed_event_slug: sql<string>`(select ${events.slug} from ${events} where ${events.id} = ${event})`.as('changed_event_slug'),
  }) satisfies Record<keyof ChangedRow, unknown>;
