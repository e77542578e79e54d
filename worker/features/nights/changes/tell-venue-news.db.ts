import { and, asc, eq, gt, not, notExists, type SQL, sql } from 'drizzle-orm';
import { named } from '../../../../drizzle/tables/columns.ts';
import { takesPlace } from '../../../../drizzle/tables/nights/event-public.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { isLaunched } from '../../../../drizzle/tables/staff/launch-switches.ts';
import { venueFollows } from '../../../../drizzle/tables/nights/venues/venue-follows.ts';
import { venueNews } from '../../../../drizzle/tables/nights/venues/venue-news.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import type { Db } from '../../../context.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import { type Notice, noticesInsert } from '../../../http/outbox/notices.ts';

const isNew = (db: Db, now: Date): SQL | undefined =>
  and(
    takesPlace(now),
    gt(events.start_at, now),
    notExists(
      db
        .select({ one: sql`1` })
        .from(venueNews)
        .where(eq(venueNews.event_id, events.id)),
    ),
  );

/** While `push` is off, stores new events as announced, so that turning `push` on does not announce them all. */
export async function skipNews(db: Db, { now }: { now: Date }): Promise<void> {
  await insertFrom(db, venueNews, {
    row: { event_id: events.id, created_at: now },
    from: sql`from ${events} where ${isNew(db, now)} and ${not(isLaunched('push'))}`,
  }).onConflictDoNothing();
}

/** Finds public events that have not been announced yet, the soonest first. While `push` is off, it finds nothing. */
export function findNewEvents(db: Db, { now, limit }: { now: Date; limit: number }) {
  return db
    .select({
      id: events.id,
      slug: events.slug,
      title: events.title,
      start_at: events.start_at,
      venue: named('venue', { id: venues.id, name: venues.name }),
    })
    .from(events)
    .innerJoin(venues, eq(venues.id, events.venue_id))
    .where(and(isNew(db, now), isLaunched('push')))
    .orderBy(asc(events.start_at))
    .limit(limit);
}

interface About {
  venue_id: string;
  notice: Notice;
  /** The `cause` of yesterday's notices. Followers who were told of the event yesterday get no second notice. */
  earlier: string;
  now: Date;
  limit: number;
}

export type NewEvent = Awaited<ReturnType<typeof findNewEvents>>[number];

/**
 * Writes the notice for at most `limit` followers of the venue, and returns how many it wrote. A follower gets one
 * notice a day about a venue, because the notice's `cause` consists of venue and date.
 */
export async function tellFollowers(db: Db, { venue_id, notice, earlier, now, limit }: About): Promise<number> {
  const to = sql`select ${venueFollows.user_id} as user_id from ${venueFollows}
    where ${venueFollows.venue_id} = ${venue_id}
    and not exists (select 1 from notifications told where told.user_id = ${venueFollows.user_id}
      and (told.cause = ${notice.cause} or (told.cause = ${earlier} and told.path = ${notice.path})))
    order by ${venueFollows.user_id} limit ${limit}`;
  const told = await noticesInsert(db, { to, notice, now }).returning();
  return told.length;
}

export async function markTold(db: Db, { event_id, now }: { event_id: string; now: Date }): Promise<void> {
  await db.insert(venueNews).values({ event_id, created_at: now }).onConflictDoNothing();
}
