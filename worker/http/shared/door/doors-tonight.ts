import { and, asc, eq, gt, lt, or, sql } from 'drizzle-orm';
import { named } from '../../../../drizzle/tables/columns.ts';
import { earliestStart, isOver } from '../../../../drizzle/tables/nights/event-over.ts';
import { takesPlace } from '../../../../drizzle/tables/nights/event-public.ts';
import { isDoorStaff, organizes } from '../../../../drizzle/tables/nights/event-rights.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import { isLaunched } from '../../../../drizzle/tables/staff/launch-switches.ts';
import type { Actor, Db } from '../../../context.ts';
import { datesOf } from '../../../contract/nights/events/event-dates.ts';

const MOST_DOORS = 20;

/** SQL condition: the event starts before tonight ends in New York, but not so early that it must be over at `now`. */
export const isTonight = (now: Date) =>
  and(gt(events.start_at, earliestStart(now)), lt(events.start_at, new Date(datesOf('tonight', now).to)));

/** Finds tonight's doors where the actor works, the earliest first. Returns none while hand-overs are switched off. */
export const doorsTonight = (db: Db, { actor, now }: { actor: Actor; now: Date }) =>
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
    .where(and(worksAtDoor(actor), isTonight(now), sql`not ${isOver(now)}`, takesPlace(now), isLaunched('handover')))
    .orderBy(asc(events.start_at), asc(events.id))
    .limit(MOST_DOORS);

/**
 * SQL condition: the actor works at the door. Admins can open every door, but work only where they organize or are door
 * staff.
 */
function worksAtDoor({ user_id, role }: Actor) {
  return role === 'user' ? isDoorStaff(user_id) : or(isDoorStaff(user_id), organizes(user_id));
}
