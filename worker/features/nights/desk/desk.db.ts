import { and, count, eq, inArray, isNotNull, isNull, not, sql, sum } from 'drizzle-orm';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { isLaunched } from '../../../../drizzle/tables/staff/launch-switches.ts';
import { listings } from '../../../../drizzle/tables/trade/listings.ts';
import { isLost } from '../../../../drizzle/tables/trade/bought-tickets.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import { waitlist } from '../../../../drizzle/tables/nights/waitlist.ts';
import {
  TICKET_REQUEST_STATUSES,
  type TicketRequestStatus,
  WAITLIST_STATUSES,
} from '../../../../drizzle/vocabulary.ts';
import type { Db } from '../../../context.ts';
import { FEWEST_SHOWN } from '../../../contract/nights/going.ts';

/**
 * Returns the numbers on an event's desk, in one round trip. A ticket request can still be stored as pending after its
 * deadline. It then counts as accepted or declined if the seller has answered, and as expired otherwise. Ticket
 * requests do not count if their tickets were replaced or refunded, or if their hand-over failed.
 */
export async function countDesk(db: Db, { event_id, now }: { event_id: string; now: Date }) {
  const { status, expires_at, answer } = ticketRequests;
  const isOver = sql`${status} = 'pending' and ${expires_at} <= ${now.getTime()}`;
  const shown = sql<TicketRequestStatus>`iif(${isOver}, coalesce(${answer}, 'expired'), ${status})`;
  const [people, requests, [tickets], [unconfirmed], [said]] = await db.batch([
    db
      .select({ status: waitlist.status, people: count().as('people') })
      .from(waitlist)
      .where(and(eq(waitlist.event_id, event_id), isNotNull(waitlist.confirmed_at)))
      .groupBy(waitlist.status),
    db
      .select({ status: shown.as('shown_status'), requests: count().as('requests') })
      .from(ticketRequests)
      .where(and(eq(ticketRequests.event_id, event_id), not(isLost)))
      .groupBy(shown),
    db
      .select({
        listings: count().as('listings'),
        left: sum(listings.quantity).as('left'),
        held: sum(listings.held).as('held'),
      })
      .from(listings)
      .where(and(eq(listings.event_id, event_id), inArray(listings.status, ['active', 'reserved']))),
    db
      .select({ people: count().as('unconfirmed') })
      .from(waitlist)
      .where(and(eq(waitlist.event_id, event_id), isNull(waitlist.confirmed_at))),
    db
      .select({
        going: sql<number | null>`iif(${isLaunched('going')},
          (select count(*) from goings as said where said.event_id = ${event_id}), null)`.as('going'),
      })
      .from(events)
      .where(eq(events.id, event_id)),
  ]);
  return {
    waitlist: tally(
      WAITLIST_STATUSES,
      people.map((row) => [row.status, row.people]),
    ),
    /** People who have not confirmed their place on the waitlist. `waitlist` does not count them. */
    unconfirmed: unconfirmed?.people ?? 0,
    /** `few` below `FEWEST_SHOWN`, null while the switch `going` is off. */
    going: goingFor(said?.going ?? null),
    requests: tally(
      TICKET_REQUEST_STATUSES,
      requests.map((row) => [row.status, row.requests]),
    ),
    on_sale: {
      listings: tickets?.listings ?? 0,
      tickets: Number(tickets?.left ?? 0),
      held: Number(tickets?.held ?? 0),
    },
  };
}

const goingFor = (said: number | null) => (said === null || said >= FEWEST_SHOWN ? said : ('few' as const));

function tally<W extends string>(words: readonly W[], counted: readonly (readonly [W, number])[]): Record<W, number> {
  return { ...Object.fromEntries(words.map((word) => [word, 0])), ...Object.fromEntries(counted) } as Record<W, number>;
}
