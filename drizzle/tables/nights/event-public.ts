import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import { events } from './events.ts';

/** A date, or a placeholder in a query whose SQL is reused. */
export type QueryInstant = Date | Placeholder;

/** Returns the instant in UTC ms, for SQL that compares it with a column. */
export const instantMs = (now: QueryInstant) => (now instanceof Date ? now.getTime() : now);

/** SQL condition: the event is published, and its time of publication has come. */
export function isPublic(now: QueryInstant): SQL<number> {
  return sql<number>`(${events.is_published} = 1 and coalesce(${events.publish_at}, 0) <= ${instantMs(now)})`;
}

export function takesPlace(now: QueryInstant): SQL<number> {
  return sql<number>`(${isPublic(now)} and ${events.cancelled_at} is null)`;
}
