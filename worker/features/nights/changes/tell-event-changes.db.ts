import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm';
import { named } from '../../../../drizzle/tables/columns.ts';
import { eventChanges } from '../../../../drizzle/tables/nights/event-changes.ts';
import { OPEN_END_MS } from '../../../../drizzle/open-end.ts';
import { isOver } from '../../../../drizzle/tables/nights/event-over.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import type { Db } from '../../../context.ts';
import { runWrites, type Statement } from '../../../http/database/batch.ts';
import { endSales } from '../../../http/shared/trade/sales-of-event.ts';
import type { Notice } from '../../../http/outbox/notices.ts';
import type { EventNews } from './event-change.rules.ts';
import { mailEveryone, newsUsedUpUntil, notifyEveryone } from './people-concerned.db.ts';

/** Finds the changes that are due, the longest overdue first. */
export function findDueChanges(db: Db, { now, limit }: { now: Date; limit: number }) {
  // After a rename or a merge, the name that people know is an alias of the venue.
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
      // An event that was moved into the past counts as over only once the start that people know is at least
      // `OPEN_END_MS` ago. Until then, people still hear of the move.
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

/** SQL condition: the event has not changed since the row was read, and no other run has sent its news. */
function isStillDue({ event, due_at }: DueChange): SQL {
  return sql`exists (select 1 from event_changes c join events e on e.id = c.event_id
    where c.event_id = ${event.id} and c.due_at = ${due_at.getTime()}
      and e.updated_at = ${event.updated_at.getTime()})`;
}

const isThisChange = (due: DueChange) => and(eq(eventChanges.event_id, due.event.id), isStillDue(due));

export async function dropChange(db: Db, { due }: { due: DueChange }): Promise<void> {
  await db.delete(eventChanges).where(isThisChange(due));
}

/** Delays the news until the time `until`, or until the event's next change if `until` is null. */
export async function keepChange(db: Db, { due, until }: { due: DueChange; until: Date | null }): Promise<void> {
  await db.update(eventChanges).set({ due_at: until }).where(isThisChange(due));
}

export function publicationToCome({ is_published, publish_at }: DueChange['event'], now: Date): Date | null {
  return is_published && publish_at && publish_at > now ? publish_at : null;
}

/**
 * Writes the mails, the notifications and the other effects of a change in one transaction. Writes nothing if the event
 * has changed since it was read. For an unpublished event, the row of the change keeps what people know, so that they
 * hear when the event is published again.
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
    ...mailEveryone(db, { event_id: id, sealed, only, now }),
    ...notifyEveryone(db, { event_id: id, notice, only, now }),
    ...(news.outcome === 'cancelled' ? endSales(db, { event_id: id, only, now }) : []),
    ...moved,
    news.outcome === 'unpublished'
      ? db
          .update(eventChanges)
          .set({ told: { ...due.told, is_published: false }, due_at: publicationToCome(due.event, now) })
          .where(isThisChange(due))
      : db.delete(eventChanges).where(isThisChange(due)),
  ]);
}
