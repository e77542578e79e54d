import { sql } from 'drizzle-orm';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { isPublic } from '../../../../drizzle/tables/nights/event-public.ts';
import { isLost } from '../../../../drizzle/tables/trade/bought-tickets.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import { waitlist } from '../../../../drizzle/tables/nights/waitlist.ts';
import type { Db } from '../../../context.ts';
import type { Day } from '../../../contract/nights/last-days.ts';

/** `sold` counts the tickets of requests whose acceptance became final that day, except lost tickets (`isLost`). */
interface DayCounts {
  day: string;
  joins: number;
  requests: number;
  sold: number;
}

/** Counts by day, for all events if `event_id` is null. Each count uses an index. One round trip. */
export async function countDays(
  db: Db,
  { event_id, days }: { event_id: string | null; days: readonly Day[] },
): Promise<DayCounts[]> {
  const of = (column: typeof waitlist.event_id | typeof ticketRequests.event_id) =>
    event_id === null ? sql`` : sql`${column} = ${event_id} and`;
  const from = sql`json_each.value ->> 'from'`;
  const until = sql`json_each.value ->> 'until'`;
  return db.all<DayCounts>(sql`select json_each.value ->> 'day' as day,
    (select count(*) from ${waitlist} where ${of(waitlist.event_id)} ${waitlist.created_at} >= ${from}
      and ${waitlist.created_at} < ${until} and ${waitlist.confirmed_at} is not null) as joins,
    (select count(*) from ${ticketRequests} where ${of(ticketRequests.event_id)} ${ticketRequests.created_at} >= ${from}
      and ${ticketRequests.created_at} < ${until}) as requests,
    (select coalesce(sum(${ticketRequests.quantity}), 0) from ${ticketRequests} where ${of(ticketRequests.event_id)}
      ${ticketRequests.status} = 'accepted' and ${ticketRequests.expires_at} >= ${from}
      and ${ticketRequests.expires_at} < ${until} and not ${isLost}) as sold
    from json_each(${JSON.stringify(days)})`);
}

export async function findPublicId(db: Db, { slug, now }: { slug: string; now: Date }): Promise<string | undefined> {
  const [found] = await db
    .select({ id: events.id })
    .from(events)
    .where(sql`${events.slug} = ${slug} and ${isPublic(now)}`);
  return found?.id;
}
