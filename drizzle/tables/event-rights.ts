import { type SQL, sql } from 'drizzle-orm';
import { events } from './events.ts';

/** True, in SQL, of an event whose organizer is the account. An admin manages every event without this condition. */
export function organizes(userId: string): SQL<number> {
  return sql<number>`(${events.organizer_id} is not null and ${events.organizer_id} = ${userId})`;
}
