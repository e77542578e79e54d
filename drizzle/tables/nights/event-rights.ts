import { type SQL, sql } from 'drizzle-orm';
import { events } from './events.ts';

/** True, in SQL, of an event whose organizer is the account. */
export function owns(userId: string): SQL<number> {
  return sql<number>`(${events.organizer_id} is not null and ${events.organizer_id} = ${userId})`;
}

/** True, in SQL, of an event that has the account as a co-organizer beside another organizer. */
export function coOrganizes(userId: string): SQL<number> {
  return sql<number>`(${events.organizer_id} is not ${userId}
    and ${events.id} in (select co.event_id from event_organizers as co where co.user_id = ${userId}))`;
}

/** True, in SQL, of an event to whose door the account was invited. */
export function isDoorStaff(userId: string): SQL<number> {
  return sql<number>`(${events.id} in (select staff.event_id from door_staff as staff
    where staff.user_id = ${userId}))`;
}

/** True, in SQL, of an event at which the account has a role: nobody sells tickets for such an event. */
export function hasRole(userId: string): SQL<number> {
  return sql<number>`(${organizes(userId)} or ${isDoorStaff(userId)})`;
}

/**
 * True, in SQL, of an event that the account manages, as its organizer or a co-organizer. An admin manages every event
 * without this condition.
 */
export function organizes(userId: string): SQL<number> {
  return sql<number>`(${owns(userId)} or ${coOrganizes(userId)})`;
}
