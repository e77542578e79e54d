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

/** While `push` is off, public events count as announced. Otherwise turning `push` on would announce them all. */
export async function skipNews(db: Db, { now }: { now: Date }): Promise<void> {
  await insertFrom(db, venueNews, {
    row: { event_id: events.id, created_at: now },
    from: sql`from ${events} where ${isNew(db, now)} and ${not(isLaunched('push'))}`,
  }).onConflictDoNothing();
}

/** The soonest first. */
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
  earlier: string;
  now: Date;
  limit: number;
}

export type NewEvent = Awaited<ReturnType<typeof findNewEvents>>[number];

/** `cause` contains the date. `earlier` is yesterday's cause. Returns how many notifications it wrote. */
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
