import { type SQL, sql } from 'drizzle-orm';
import { events } from './events.ts';

/** True, in SQL, of an event that the public sees at `now`: it is published, and its time of publication has come. */
export function isPublic(now: Date): SQL<number> {
  return sql<number>`(${events.is_published} = 1 and coalesce(${events.publish_at}, 0) <= ${now.getTime()})`;
}

/** True, in SQL, of an event that the public sees and that is not cancelled. */
export function takesPlace(now: Date): SQL<number> {
  return sql<number>`(${isPublic(now)} and ${events.cancelled_at} is null)`;
}
