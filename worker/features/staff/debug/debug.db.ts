import { asc, eq } from 'drizzle-orm';
import { isPublic } from '../../../../drizzle/tables/nights/event-public.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import type { Db } from '../../../context.ts';

const TEST_PAGE_LIMIT = 10;

/** Finds up to 10 published events, by start. One round trip. */
export async function findPublishedEvents(db: Db, { now }: { now: Date }) {
  return db
    .select({
      id: events.id,
      title: events.title,
      slug: events.slug,
      start_at: events.start_at,
      venue_name: venues.name,
    })
    .from(events)
    .innerJoin(venues, eq(venues.id, events.venue_id))
    .where(isPublic(now))
    .orderBy(asc(events.start_at), asc(events.id))
    .limit(TEST_PAGE_LIMIT);
}
