import { and, eq, inArray, not, type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn, SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core';
import { awaitsCapture, isAcceptedInGroup } from '../../../../drizzle/tables/trade/money/awaits-capture.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { listings } from '../../../../drizzle/tables/trade/listings.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import type { TicketRequestStatus } from '../../../../drizzle/vocabulary.ts';
import type { Db } from '../../../context.ts';
import { LISTING_MOVES, movesTo } from '../../../contract/trade/ticket-moves.ts';
import type { ChangedRow, Statement } from '../../database/batch.ts';
import { endOffers } from './end-offers.ts';
import { leaveSquads } from './leave-squads.ts';

/**
 * Takes the accounts' listings off sale. Offers and pending requests for these listings end first: a request ends with
 * the seller's answer, and without an answer it is declined. A request that the seller has accepted stays pending if it
 * has a payment or belongs to a group. A trigger returns the tickets of declined requests. `accounts` is a query of
 * profile ids.
 */
export function takeOffSale(db: Db, { accounts }: { accounts: SQL }): Statement[] {
  const answered = { status: sql<TicketRequestStatus>`coalesce(${ticketRequests.answer}, 'declined')` };
  return [
    endOffers(db, {
      of: sql`listing_id in (select sold.id from listings as sold where sold.seller_id in (${accounts}))`,
    }),
    endRequests(db, {
      of: sql`${ticketRequests.seller_id} in (${accounts}) and not ${isAcceptedInGroup}`,
      as: answered,
    }),
    db
      .update(listings)
      .set({ status: 'withdrawn' })
      .where(
        and(sql`${listings.seller_id} in (${accounts})`, inArray(listings.status, movesTo(LISTING_MOVES, 'withdrawn'))),
      )
      .returning(changedRow(listings.event_id)),
  ];
}

/**
 * Takes the accounts' listings off sale, ends the offers that the accounts got, cancels the pending requests that they
 * made, and takes them out of squads. A request is cancelled even if the seller has just answered it. But a request
 * with a payment stays after the seller has accepted, because only `settle` may end it.
 */
export function endTrade(db: Db, { accounts }: { accounts: SQL }): Statement[] {
  const { asked_until, expires_at, buyer_id } = ticketRequests;
  const cancelled = {
    status: 'cancelled',
    answer: null,
    asked_until: null,
    expires_at: sql`coalesce(${asked_until}, ${expires_at})`,
  } as const;
  const address = sql`select lower(own.email) from auth_users as own where own.id in (${accounts})
    and own.email_confirmed_at is not null`;
  const offered = sql`entry_id in (select entry.id from waitlist as entry where entry.applicant_id in (${accounts})
    union all select entry.id from waitlist as entry where entry.event_id is not null and entry.applicant_id is null
      and entry.email_key in (${address}))`;
  return [
    ...takeOffSale(db, { accounts }),
    endOffers(db, { of: offered }),
    endRequests(db, { of: sql`${buyer_id} in (${accounts})`, as: cancelled }),
    ...leaveSquads(db, { accounts }),
  ];
}

function endRequests(db: Db, { of, as }: { of: SQL; as: SQLiteUpdateSetSource<typeof ticketRequests> }): Statement {
  return db
    .update(ticketRequests)
    .set(as)
    .where(and(of, eq(ticketRequests.status, 'pending'), not(awaitsCapture)))
    .returning(changedRow(ticketRequests.event_id));
}

const changedRow = (event: AnySQLiteColumn) =>
  ({
    changed_event_id: sql<string>`${event}`.as('changed_event_id'),
    changed_event_slug: sql<string>`(select ${events.slug} from ${events}
      where ${events.id} = ${event})`.as('changed_event_slug'),
  }) satisfies Record<keyof ChangedRow, unknown>;
