import { type SQL, sql } from 'drizzle-orm';
import type { resellerApplications } from '../people/reseller-applications.ts';
import type { waitlist } from '../nights/waitlist.ts';

/** SQL: the status that the applicant sees. While a decision can be undone, that is the status before the decision. */
export function toldStatus<T extends typeof waitlist | typeof resellerApplications>(
  { tell_at, told_status, status }: T,
  now: Date,
): SQL<T['$inferSelect']['status']> {
  return sql`iif(coalesce(${tell_at}, 0) > ${now.getTime()}, ${told_status}, ${status})`;
}
