import { and, asc, gte } from 'drizzle-orm';
import { earliestStart } from '../../../../drizzle/tables/nights/event-over.ts';
import { takesPlace } from '../../../../drizzle/tables/nights/event-public.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { isLaunched } from '../../../../drizzle/tables/staff/launch-switches.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import type { Db } from '../../../context.ts';

/** A sitemap may list at most 50,000 addresses. Ours lists events, venues and a few other pages. */
const MOST_EVENTS = 40_000;
const MOST_VENUES = 9000;

export const venuesAreOn = isLaunched('venues');

export async function findSite(db: Db, { now }: { now: Date }) {
  const [coming, places] = await db.batch([
    db
      .select({ slug: events.slug, updated_at: events.updated_at })
      .from(events)
      .where(and(takesPlace(now), gte(events.start_at, earliestStart(now))))
      .orderBy(asc(events.start_at), asc(events.id))
      .limit(MOST_EVENTS),
    db.select({ slug: venues.slug }).from(venues).where(venuesAreOn).orderBy(asc(venues.slug)).limit(MOST_VENUES),
  ]);
  return { events: coming, venues: places };
}
