import { and, asc, eq, getTableColumns, gt, sql } from 'drizzle-orm';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { feedEvents } from '../../../../drizzle/tables/nights/feed-events.ts';
import { venueAliases } from '../../../../drizzle/tables/nights/venues/venue-aliases.ts';
import { venues, type Venue } from '../../../../drizzle/tables/nights/venues/venues.ts';
import type { Db } from '../../../context.ts';
import { PlainError } from '../../../http/answers/errors.ts';

/** How many event pages of a venue are purged. Other pages update when they expire from the shared cache. */
const MOST_PURGED = 150;

/** Finds all venues for staff. A venue cannot be deleted while `is_used` is true. */
export function findManagedVenues(db: Db, { now }: { now: Date }) {
  const { name_key: _name, city_key: _city, ...columns } = getTableColumns(venues);
  const at = eq(events.venue_id, venues.id);
  const named = db
    .select({ one: sql`1` })
    .from(feedEvents)
    .where(eq(feedEvents.venue_id, venues.id));
  const held = db
    .select({ one: sql`1` })
    .from(events)
    .where(at);
  return db
    .select({
      ...columns,
      coming_events: db.$count(events, and(at, gt(events.start_at, now))).as('coming_events'),
      aliases: db.$count(venueAliases, eq(venueAliases.venue_id, venues.id)).as('aliases'),
      is_used: sql<number>`(exists ${held} or exists ${named})`.mapWith(Boolean).as('is_used'),
    })
    .from(venues)
    .orderBy(asc(venues.name), asc(venues.id));
}

export async function findSlugsAt(db: Db, { venue_id }: { venue_id: string }): Promise<string[]> {
  const rows = await db
    .select({ slug: events.slug })
    .from(events)
    .where(eq(events.venue_id, venue_id))
    .orderBy(sql`${events.start_at} desc`)
    .limit(MOST_PURGED);
  return rows.map(({ slug }) => slug);
}

/** Throws `request.not_found`. */
export async function findVenue(db: Db, { id }: { id: string }): Promise<Venue> {
  const [venue] = await db.select().from(venues).where(eq(venues.id, id));
  if (!venue) throw venueGone();
  return venue;
}

export const venueGone = () =>
  new PlainError(404, 'request.not_found', 'This venue was deleted or merged into another. Reload the list.');
