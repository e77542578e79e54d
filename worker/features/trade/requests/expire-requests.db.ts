import { and, eq, inArray, lte, not, sql } from 'drizzle-orm';
import { awaitsCapture, awaitsGroup } from '../../../../drizzle/tables/trade/money/awaits-capture.ts';
import { isOver } from '../../../../drizzle/tables/nights/event-over.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { listings } from '../../../../drizzle/tables/trade/listings.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import type { TicketRequestStatus } from '../../../../drizzle/vocabulary.ts';
import type { Db } from '../../../context.ts';
import { DAY } from '../../../contract/time/durations.ts';
import { LISTING_MOVES, movesTo } from '../../../contract/trade/ticket-moves.ts';
import { UNDO_MS } from '../../../contract/staff/undo.ts';
import type { ChangedEvent } from '../../../http/database/batch.ts';
import { lapseOffers } from '../offers/lapse-offers.db.ts';
import { slugOfEvent } from '../listings/slug-of-event.db.ts';

/** One transaction ends at most this many requests, so that a backlog never becomes one long transaction. */
const A_BATCH = 500;

export const endedStatus = {
  status: sql<TicketRequestStatus>`coalesce(${ticketRequests.answer}, 'expired')`,
  declined_at: sql`iif(${ticketRequests.answer} = 'declined', ${ticketRequests.expires_at} - ${UNDO_MS}, null)`,
};

/** `expireListings` skips events that began longer ago than this, in ms. Earlier runs have ended their listings. */
const LOOK_BACK_MS = 3 * DAY;

export function expireRequestsOf(db: Db, { event_id, now }: { event_id: string; now: Date }) {
  return db
    .update(ticketRequests)
    .set(endedStatus)
    .where(and(eq(ticketRequests.event_id, event_id), isExpired(now)))
    .returning({ id: ticketRequests.id });
}

/**
 * Ends overdue requests and offers, and the listings of past events. Parallel runs change nothing twice. Returns the
 * events whose pages must be updated.
 */
export async function expireAll(db: Db, { now }: { now: Date }): Promise<ChangedEvent[]> {
  const changed = new Map<string, string>();
  for (let ended = A_BATCH; ended === A_BATCH;) {
    const rows = await expireRequests(db, { now });
    for (const { event_id, slug } of rows) changed.set(event_id, slug);
    ended = rows.length;
  }
  for (const { id, slug } of await lapseOffers(db, { now })) changed.set(id, slug);
  for (const { event_id, slug } of await expireListings(db, { now })) changed.set(event_id, slug);
  return Array.from(changed, ([id, slug]) => ({ id, slug }));
}

function expireRequests(db: Db, { now }: { now: Date }) {
  const some = db.select({ id: ticketRequests.id }).from(ticketRequests).where(isExpired(now)).limit(A_BATCH);
  return db
    .update(ticketRequests)
    .set(endedStatus)
    .where(and(inArray(ticketRequests.id, some), isExpired(now)))
    .returning({ event_id: ticketRequests.event_id, slug: slugOfEvent(ticketRequests.event_id) });
}

function expireListings(db: Db, { now }: { now: Date }) {
  const from = new Date(now.getTime() - LOOK_BACK_MS);
  const over = sql`select ${events.id} from ${events} where ${events.start_at} between ${from.getTime()}
    and ${now.getTime()} and ${isOver(now)}`;
  return db
    .update(listings)
    .set({ status: 'expired' })
    .where(and(inArray(listings.status, movesTo(LISTING_MOVES, 'expired')), sql`${listings.event_id} in (${over})`))
    .returning({ event_id: listings.event_id, slug: slugOfEvent(listings.event_id) });
}

/**
 * SQL condition. A request that waits for its charge or its group does not expire, because the charge or the group
 * decides how it ends.
 */
export const isExpired = (now: Date) =>
  and(
    eq(ticketRequests.status, 'pending'),
    lte(ticketRequests.expires_at, now),
    not(awaitsCapture),
    not(awaitsGroup(now)),
  );
