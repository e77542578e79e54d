import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import { events } from './events.ts';

/** An instant of a query: a date, or the placeholder of one in a query whose SQL is kept. */
export type QueryInstant = Date | Placeholder;

/** The instant as UTC ms, for SQL that compares it with a column. */
export const instantMs = (now: QueryInstant) => (now instanceof Date ? now.getTime() : now);

/** True, in SQL, of an event that the public sees at `now`: it is published, and its time of publication has come. */
export function isPublic(now: QueryInstant): SQL<number> {
  return sql<number>`(${events.is_published} = 1 and coalesce(${events.publish_at}, 0) <= ${instantMs(now)})`;
}

/** True, in SQL, of an event that the public sees and that is not cancelled. */
export function takesPlace(now: QueryInstant): SQL<number> {
  return sql<number>`(${isPublic(now)} and ${events.cancelled_at} is null)`;
}
