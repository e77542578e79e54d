import { and, asc, eq, gt, lt, or, sql } from 'drizzle-orm';
import { named } from '../../../../drizzle/tables/columns.ts';
import { earliestStart, isOver } from '../../../../drizzle/tables/nights/event-over.ts';
import { takesPlace } from '../../../../drizzle/tables/nights/event-public.ts';
import { isDoorStaff, organizes } from '../../../../drizzle/tables/nights/event-rights.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { handovers } from '../../../../drizzle/tables/trade/handovers.ts';
import { isLaunched } from '../../../../drizzle/tables/staff/launch-switches.ts';
import { isOverForBuyer } from '../../../../drizzle/tables/door/pass-void.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import type { Actor, Db } from '../../../context.ts';
import { datesOf } from '../../../contract/nights/events/event-dates.ts';
import { requestsAs } from './my-tickets.db.ts';

/** The most doors that one person sees. */
const MOST_DOORS = 20;

/**
 * Finds what a person has tonight, the earliest event first: their live requests, except those that were replaced or
 * refunded, and the doors where they work. One round trip.
 */
export async function findMyTonight(db: Db, { actor, now }: { actor: Actor; now: Date }) {
  const { status, expires_at, answer } = ticketRequests;
  const isLive = or(
    eq(status, 'accepted'),
    and(eq(status, 'pending'), or(gt(expires_at, now), eq(answer, 'accepted'))),
  );
  const isTonight = and(
    gt(events.start_at, earliestStart(now)),
    lt(events.start_at, new Date(datesOf('tonight', now).to)),
  );
  const mayUse = and(isLive, isTonight, sql`not ${isOverForBuyer(now)}`, sql`${handovers.status} is not 'failed'`);
  const [rows, doors] = await db.batch([
    requestsAs(db, { role: 'buyer', user_id: actor.user_id, now, only: mayUse }),
    db
      .select({
        title: events.title,
        slug: events.slug,
        start_at: events.start_at,
        end_at: events.end_at,
        venue: named('venue', { name: venues.name, city: venues.city }),
      })
      .from(events)
      .innerJoin(venues, eq(venues.id, events.venue_id))
      .where(and(worksAtDoor(actor), isTonight, sql`not ${isOver(now)}`, takesPlace(now), isLaunched('handover')))
      .orderBy(asc(events.start_at), asc(events.id))
      .limit(MOST_DOORS),
  ]);
  return { requests: rows.toSorted((a, b) => a.event.start_at.getTime() - b.event.start_at.getTime()), doors };
}

/**
 * SQL condition: the person works at the event's door. Admins can open every door but work only at their own events.
 */
function worksAtDoor({ user_id, role }: Actor) {
  return role === 'user' ? isDoorStaff(user_id) : or(isDoorStaff(user_id), organizes(user_id));
}
