import { and, eq, exists, gt, inArray, not, notExists, or, sql } from 'drizzle-orm';
import { deletedEvents } from '../../../../drizzle/tables/nights/deleted-events.ts';
import { eventChanges } from '../../../../drizzle/tables/nights/event-changes.ts';
import { isOver } from '../../../../drizzle/tables/nights/event-over.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { listings } from '../../../../drizzle/tables/trade/listings.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import type { Db } from '../../../context.ts';
import { type AuditStamp, NothingChanged, writeAudited } from '../../../http/security/audit.ts';
import { brokenConstraint } from '../../../http/database/constraint.ts';
import { forgetSales } from '../../../http/shared/trade/sales-of-event.ts';
import { stale, PlainError } from '../../../http/answers/errors.ts';
import { findManagedEvent, type ManagedEvent } from './admin-events.db.ts';
import { mailEveryone } from '../changes/people-concerned.db.ts';

/** SQL condition: people must be told of the deletion. The event is not over, and they know of no cancellation yet. */
const isNews = (
  eventId: string,
  now: Date,
) => sql`exists (select 1 from ${events} where ${events.id} = ${eventId} and not ${isOver(now)}
  and (${events.cancelled_at} is null or exists (select 1 from ${eventChanges}
    where ${eventChanges.event_id} = ${events.id})))`;

/**
 * Deletes an event with its waitlist, listings and closed ticket requests. If the deletion is news (`isNews`), everyone
 * concerned gets a mail with the encrypted content `sealed`. Throws `event.has_tickets` while tickets are held,
 * requested or sold. The delete statement checks this, so that no simultaneous ticket request slips through. Throws
 * `request.stale` if someone saved the event after the version `seen`.
 */
export async function deleteEvent(
  db: Db,
  {
    event,
    seen = event.updated_at,
    sealed,
    stamp,
  }: { event: ManagedEvent; seen?: Date | undefined; sealed: { trader: string; waiter: string }; stamp: AuditStamp },
): Promise<void> {
  const requests = db
    .select({ one: sql`1` })
    .from(ticketRequests)
    .where(eq(ticketRequests.event_id, event.id));
  const promised = db
    .select({ one: sql`1` })
    .from(listings)
    .where(
      and(eq(listings.event_id, event.id), or(gt(listings.held, 0), inArray(listings.status, ['reserved', 'sold']))),
    );
  const { venue, organizer: _organizer, ...before } = event;
  try {
    await writeAudited(db, {
      stamp,
      first: [
        ...mailEveryone(db, {
          event_id: event.id,
          sealed,
          only: isNews(event.id, stamp.at),
          now: stamp.at,
          is_deletion: true,
        }),
        ...forgetSales(db, { event_id: event.id }),
      ],
      changes: [
        {
          run: db
            .delete(events)
            .where(
              and(eq(events.id, event.id), eq(events.updated_at, seen), notExists(requests), not(exists(promised))),
            ),
          action: 'event.delete',
          target_type: 'event',
          target_id: event.id,
          before: { ...before, venue: venue.name },
          after: null,
        },
      ],
      also: [db.insert(deletedEvents).values({ event_id: event.id, created_at: stamp.at })],
    });
  } catch (error) {
    if (!(error instanceof NothingChanged) && brokenConstraint(error)?.kind !== 'foreign_key') throw error;
    const theirs = await findManagedEvent(db, { id: event.id });
    if (theirs.updated_at.getTime() !== seen.getTime()) throw stale({ theirs, yours: { deleted: true } });
    throw new PlainError(
      409,
      'event.has_tickets',
      'Tickets for this night are held, requested or sold. Settle them first, or unpublish the night.',
    );
  }
}
