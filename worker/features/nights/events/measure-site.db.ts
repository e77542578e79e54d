import { eq, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { eventDemand } from '../../../../drizzle/tables/nights/event-demand.ts';
import { siteFacts } from '../../../../drizzle/tables/nights/site-facts.ts';
import type { Db } from '../../../context.ts';
import { PEOPLE_FOR_HIGH, VIEW_DAYS } from '../../../contract/nights/events/event-tiles.ts';
import { DAY, MINUTE } from '../../../contract/time/durations.ts';
import { newYorkDate } from '../../../contract/time/new-york-time.ts';

const DAYS = 180;
const FRESH_MS = 10 * MINUTE;

/**
 * Counts the sellers with tickets on sale, the verified sellers among them, and the hand-overs of the last 180 days.
 * Does nothing within ten minutes of the last count.
 */
export async function measureSite(db: Db, { now }: { now: Date }): Promise<void> {
  const at = now.getTime();
  const [last] = await db.select({ measured_at: siteFacts.measured_at }).from(siteFacts);
  if (last && last.measured_at.getTime() > at - FRESH_MS) return;
  const since = Math.floor(at / DAY) - DAYS;
  await db.run(sql`
    insert into site_facts (id, sellers, verified, received, failed, measured_at)
    select 1, count(*), coalesce(sum(p.is_student_verified = 1
      and (p.badge_until is null or p.badge_until > ${at})), 0),
      (select coalesce(sum(received), 0) from handover_days where day > ${since}),
      (select coalesce(sum(failed), 0) from handover_days where day > ${since}), ${at}
    from (select distinct l.seller_id from event_cards c join listings l on l.event_id = c.event_id
      and l.status = 'active'
      where c.tickets > 0 and c.over_at > ${at}) seller
    join profiles p on p.id = seller.seller_id
    where true
    on conflict (id) do update set sellers = excluded.sellers, verified = excluded.verified,
      received = excluded.received,
      failed = excluded.failed, measured_at = excluded.measured_at`);
}

const measured = (column: SQLiteColumn) => sql<number>`coalesce(${column}, 0)`.as(column.name);

/** Query for the counts on an event's tiles. The count of people on the waitlist stops at `PEOPLE_FOR_HIGH`. */
export function tileCounts(db: Db, { event_id, now }: { event_id: SQL; now: Date }) {
  const dayBefore = newYorkDate(new Date(now.getTime() - VIEW_DAYS * DAY));
  return db
    .select({
      waiting: sql<number>`(select count(*) from (select 1 from waitlist entry where entry.event_id = ${event_id}
        and entry.confirmed_at is not null and entry.status <> 'declined' limit ${PEOPLE_FOR_HIGH}))`.as('waiting'),
      views: sql<number>`(select coalesce(sum(opened.views), 0) from event_views opened
        where opened.event_id = ${event_id} and opened.day > ${dayBefore})`.as('views'),
      received: measured(siteFacts.received),
      failed: measured(siteFacts.failed),
      asked: measured(eventDemand.asked),
    })
    .from(sql`(select 1)`)
    .leftJoin(siteFacts, eq(siteFacts.id, 1))
    .leftJoin(eventDemand, eq(eventDemand.event_id, event_id));
}
