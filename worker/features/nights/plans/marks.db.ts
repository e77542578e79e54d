import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { isPublic } from '../../../../drizzle/tables/nights/event-public.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { savedEvents } from '../../../../drizzle/tables/nights/saved-events.ts';
import { venueFollows } from '../../../../drizzle/tables/nights/venues/venue-follows.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import { waitlist } from '../../../../drizzle/tables/nights/waitlist.ts';
import type { Db } from '../../../context.ts';
import { eventNotFound, venueNotFound, PlainError } from '../../../http/answers/errors.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import { isOwnEntry } from '../../../../drizzle/tables/nights/own-entry.ts';
import { emailKey } from '../../../contract/people/people.ts';
import { MOST } from './plans.db.ts';

/**
 * Finds saved events, followed venues and places on waitlists. An unconfirmed place does not count, because a stranger
 * may have entered the address.
 */
export async function findMarks(db: Db, { user_id, email, now }: { user_id: string; email: string | null; now: Date }) {
  const [saved, followed, waiting] = await db.batch([
    db.select({ id: savedEvents.event_id }).from(savedEvents).where(eq(savedEvents.user_id, user_id)),
    db.select({ id: venueFollows.venue_id }).from(venueFollows).where(eq(venueFollows.user_id, user_id)),
    db
      .selectDistinct({ id: events.id })
      .from(waitlist)
      .innerJoin(events, eq(events.id, waitlist.event_id))
      .where(and(isNotNull(waitlist.confirmed_at), isOwnEntry({ user_id, email_key: emailKey(email ?? ''), now })))
      .orderBy(desc(events.start_at))
      .limit(MOST),
  ]);
  return {
    event_ids: saved.map(({ id }) => id),
    venue_ids: followed.map(({ id }) => id),
    waiting_ids: waiting.map(({ id }) => id),
  };
}

/** A repeat changes nothing. Throws `event.not_found`, or `marks.too_many` if the person has saved 500 other events. */
export async function saveEvent(
  db: Db,
  { user_id, event_id, now }: { user_id: string; event_id: string; now: Date },
): Promise<void> {
  const isMine = and(eq(savedEvents.user_id, user_id), eq(savedEvents.event_id, event_id));
  const insert = insertFrom(db, savedEvents, {
    row: { user_id, event_id, created_at: now },
    from: sql`where exists (select 1 from ${events} where ${events.id} = ${event_id} and ${isPublic(now)})
      and (select count(*) from saved_events as mine where mine.user_id = ${user_id}) < ${MOST}`,
  }).onConflictDoNothing();
  const [, found, mine] = await db.batch([
    insert,
    db
      .select({ id: events.id })
      .from(events)
      .where(and(eq(events.id, event_id), isPublic(now))),
    db.select({ id: savedEvents.event_id }).from(savedEvents).where(isMine),
  ]);
  if (found.length === 0) throw eventNotFound();
  if (mine.length === 0) throw tooMany(`You’ve saved ${MOST} nights. Remove one in My nights first.`);
}

export async function unsaveEvent(db: Db, { user_id, event_id }: { user_id: string; event_id: string }): Promise<void> {
  await db.delete(savedEvents).where(and(eq(savedEvents.user_id, user_id), eq(savedEvents.event_id, event_id)));
}

/** A repeat changes nothing. Throws `venue.not_found`, or `marks.too_many` if the person follows 500 other venues. */
export async function followVenue(
  db: Db,
  { user_id, venue_id, now }: { user_id: string; venue_id: string; now: Date },
): Promise<void> {
  const insert = insertFrom(db, venueFollows, {
    row: { user_id, venue_id: venues.id, created_at: now },
    from: sql`from ${venues} where ${venues.id} = ${venue_id}
      and (select count(*) from venue_follows as mine where mine.user_id = ${user_id}) < ${MOST}`,
  }).onConflictDoNothing();
  const [, found, mine] = await db.batch([
    insert,
    db.select({ id: venues.id }).from(venues).where(eq(venues.id, venue_id)),
    db
      .select({ id: venueFollows.venue_id })
      .from(venueFollows)
      .where(and(eq(venueFollows.user_id, user_id), eq(venueFollows.venue_id, venue_id))),
  ]);
  if (found.length === 0) throw venueNotFound();
  if (mine.length === 0) throw tooMany(`You follow ${MOST} venues. Unfollow one in My nights first.`);
}

export async function unfollowVenue(
  db: Db,
  { user_id, venue_id }: { user_id: string; venue_id: string },
): Promise<void> {
  await db.delete(venueFollows).where(and(eq(venueFollows.user_id, user_id), eq(venueFollows.venue_id, venue_id)));
}

const tooMany = (message: string) => new PlainError(409, 'marks.too_many', message);
