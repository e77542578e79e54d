import { eq, sql } from 'drizzle-orm';
import { isPublic } from '../../../../drizzle/tables/nights/event-public.ts';
import { isDoorStaff, organizes } from '../../../../drizzle/tables/nights/event-rights.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { isLaunched } from '../../../../drizzle/tables/staff/launch-switches.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import type { Actor, Db } from '../../../context.ts';
import { eventNotFound, forbidden, launchOff } from '../../../http/answers/errors.ts';

export function readDoor(db: Db, { slug, actor, now }: { slug: string; actor: Actor; now: Date }) {
  const mayManage = actor.role === 'admin' ? sql`1` : actor.role === 'organizer' ? organizes(actor.user_id) : sql`0`;
  return db
    .select({
      id: events.id,
      slug: events.slug,
      title: events.title,
      start_at: events.start_at,
      end_at: events.end_at,
      cancelled_at: events.cancelled_at,
      venue_name: sql<string>`${venues.name}`.as('venue_name'),
      is_public: isPublic(now).as('is_public'),
      is_on: sql<number>`${isLaunched('handover')}`.as('is_on'),
      may_scan: sql<number>`(${mayManage} or ${isDoorStaff(actor.user_id)})`.as('may_scan'),
    })
    .from(events)
    .innerJoin(venues, eq(venues.id, events.venue_id))
    .where(eq(events.slug, slug));
}

export type DoorEvent = Awaited<ReturnType<typeof readDoor>>[number];

/**
 * Checks that the actor works the door. Throws `event.not_found`, `request.forbidden` and `launch.off`. People who do
 * not work the door cannot tell whether an unpublished event exists.
 */
export function checkDoor(event: DoorEvent | undefined): DoorEvent {
  if (!event || (!event.may_scan && !event.is_public)) throw eventNotFound();
  if (!event.may_scan) throw forbidden();
  if (!event.is_on) throw launchOff();
  return event;
}
