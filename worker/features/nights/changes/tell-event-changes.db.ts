import { and, asc, eq, inArray, lte, not, type SQL, sql } from 'drizzle-orm';
import { awaitsCapture, isAcceptedInGroup } from '../../../../drizzle/tables/trade/money/awaits-capture.ts';
import { named } from '../../../../drizzle/tables/columns.ts';
import { eventChanges } from '../../../../drizzle/tables/nights/event-changes.ts';
import { OPEN_END_MS } from '../../../../drizzle/open-end.ts';
import { isOver } from '../../../../drizzle/tables/nights/event-over.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { listings } from '../../../../drizzle/tables/trade/listings.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import type { TicketRequestStatus } from '../../../../drizzle/vocabulary.ts';
import type { Db } from '../../../context.ts';
import { LISTING_MOVES, movesTo } from '../../../contract/trade/ticket-moves.ts';
import { runWrites, type Statement } from '../../../http/database/batch.ts';
import { endOffers } from '../../../http/shared/end-offers.ts';
import type { Notice } from '../../../http/outbox/notices.ts';
import type { EventNews } from './event-change.rules.ts';
import { mailEverybody, newsUsedUpUntil, noticeEverybody } from './people-concerned.db.ts';

/** The events that have changed and whose people must be told by now, the longest wait first. */
export function findDueChanges(db: Db, { now, limit }: { now: Date; limit: number }) {
  // The name that people were told is an alias of a venue that was renamed, or into which theirs was merged.
  const isSameName = sql<number>`exists (select 1 from venue_aliases a where a.venue_id = ${events.venue_id}
    and a.name_key = ${eventChanges.told} ->> '$.venue.name_key'
      and a.city_key = ${eventChanges.told} ->> '$.venue.city_key')`;
  return db
    .select({
      told: eventChanges.told,
      due_at: sql<Date>`${eventChanges.due_at}`.mapWith(eventChanges.due_at).as('due_at'),
      event: named('event', {
        id: events.id,
        title: events.title,
        slug: events.slug,
        start_at: events.start_at,
        is_published: events.is_published,
        publish_at: events.publish_at,
        cancelled_at: events.cancelled_at,
        cancel_reason: events.cancel_reason,
        updated_at: events.updated_at,
      }),
      venue: named('venue', {
        name: venues.name,
        name_key: venues.name_key,
        address: venues.address,
        city: venues.city,
        city_key: venues.city_key,
      }),
      // A night that is moved into the past is news for people who know it as one to come.
      is_over:
        sql<number>`(${isOver(now)} and (${eventChanges.told} ->> '$.start_at') + ${OPEN_END_MS} <= ${now.getTime()})`
          .mapWith(Boolean)
          .as('is_over'),
      is_same_name: isSameName.mapWith(Boolean).as('is_same_name'),
      used_up_until: newsUsedUpUntil(events.id, now).mapWith(eventChanges.due_at).as('used_up_until'),
    })
    .from(eventChanges)
    .innerJoin(events, eq(events.id, eventChanges.event_id))
    .innerJoin(venues, eq(venues.id, events.venue_id))
    .where(lte(eventChanges.due_at, now))
    .orderBy(asc(eventChanges.due_at))
    .limit(limit);
}

export type DueChange = Awaited<ReturnType<typeof findDueChanges>>[number];

/** True, in SQL, while nothing has changed since the row was read and nobody else has told its news. */
function isStillDue({ event, due_at }: DueChange): SQL {
  return sql`exists (select 1 from event_changes c join events e on e.id = c.event_id
    where c.event_id = ${event.id} and c.due_at = ${due_at.getTime()}
      and e.updated_at = ${event.updated_at.getTime()})`;
}

const isIt = (due: DueChange) => and(eq(eventChanges.event_id, due.event.id), isStillDue(due));

/** The change of an event needs no mail. */
export async function dropChange(db: Db, { due }: { due: DueChange }): Promise<void> {
  await db.delete(eventChanges).where(isIt(due));
}

/** Keeps what people know of an event until a time, or until a later change if there is none. */
export async function keepChange(db: Db, { due, until }: { due: DueChange; until: Date | null }): Promise<void> {
  await db.update(eventChanges).set({ due_at: until }).where(isIt(due));
}

/** The time to come at which an event is to be published. Null if there is none. */
export function publicationToCome({ is_published, publish_at }: DueChange['event'], now: Date): Date | null {
  return is_published && publish_at && publish_at > now ? publish_at : null;
}

/**
 * Writes the mails and notifications about the news of an event, in one transaction with what follows from the news: a
 * cancelled event ends its open requests and listings, and an event that has moved remembers from where. Of an event
 * that is taken down, it stays stored what people know, so that they are told when it is back, also at its time of
 * publication. If the event has changed meanwhile, nothing is written.
 */
export async function writeNews(
  db: Db,
  {
    due,
    news,
    sealed,
    notice,
    now,
  }: {
    due: DueChange;
    news: EventNews;
    sealed: { trader: string; waiter: string };
    notice: Omit<Notice, 'kind'>;
    now: Date;
  },
): Promise<void> {
  const { id } = due.event;
  const only = isStillDue(due);
  const { start_at, venue } = due.told;
  const moved: Statement[] =
    news.time || news.is_new_place
      ? [
          db
            .update(events)
            .set({ moved_at: now, moved_from: { start_at, venue_name: venue.name } })
            .where(and(eq(events.id, id), only)),
        ]
      : [];
  await runWrites(db, [
    ...mailEverybody(db, { event_id: id, sealed, only, now }),
    ...noticeEverybody(db, { event_id: id, notice, only, now }),
    ...(news.outcome === 'cancelled' ? endSales(db, { event_id: id, only, now }) : []),
    ...moved,
    news.outcome === 'unpublished'
      ? db
          .update(eventChanges)
          .set({ told: { ...due.told, is_published: false }, due_at: publicationToCome(due.event, now) })
          .where(isIt(due))
      : db.delete(eventChanges).where(isIt(due)),
  ]);
}

/**
 * Open requests and offers end, and the listings go off sale. The mail about the event tells it, so the requests need
 * none of their own. A request whose card may be charged already ends with its payment.
 */
function endSales(db: Db, { event_id, only, now }: { event_id: string; only: SQL; now: Date }): Statement[] {
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
