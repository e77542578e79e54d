import { type SQL, sql } from 'drizzle-orm';
import { LONGEST_NIGHT_MS, OPEN_END_MS } from '../../open-end.ts';
import { events } from './events.ts';

/**
 * The earliest start of an event that may not be over at `now`. An event that started earlier is over, so no query
 * reads it.
 */
export const earliestStart = (now: Date) => new Date(now.getTime() - LONGEST_NIGHT_MS);

/** True, in SQL, of an event that is over at `now`. */
export function isOver(now: Date): SQL<number> {
  return sql<number>`(coalesce(${events.end_at}, ${events.start_at} + ${OPEN_END_MS}) <= ${now.getTime()})`;
}
