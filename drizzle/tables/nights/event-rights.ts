import { type SQL, sql } from 'drizzle-orm';
import { events } from './events.ts';

export function owns(userId: string): SQL<number> {
  return sql<number>`(${events.organizer_id} is not null and ${events.organizer_id} = ${userId})`;
}

export function coOrganizes(userId: string): SQL<number> {
  return sql<number>`(${events.organizer_id} is not ${userId}
    and ${events.id} in (select co.event_id from event_organizers as co where co.user_id = ${userId}))`;
}

export function isDoorStaff(userId: string): SQL<number> {
  return sql<number>`(${events.id} in (select staff.event_id from door_staff as staff
    where staff.user_id = ${userId}))`;
}

/** SQL condition: the account has a role at the event. Such an account may not sell tickets for the event. */
export function hasRole(userId: string): SQL<number> {
  return sql<number>`(${organizes(userId)} or ${isDoorStaff(userId)})`;
}

/** SQL condition: the account is the event's organizer or a co-organizer. Admins need no role to manage events. */
export function organizes(userId: string): SQL<number> {
  return sql<number>`(${owns(userId)} or ${coOrganizes(userId)})`;
}
