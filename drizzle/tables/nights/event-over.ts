import { type SQL, sql } from 'drizzle-orm';
import { LONGEST_NIGHT_MS, OPEN_END_MS } from '../../open-end.ts';
import { events } from './events.ts';

/** Returns the earliest start of an event that may still be on at `now`. */
export const earliestStart = (now: Date) => new Date(now.getTime() - LONGEST_NIGHT_MS);

export const overAt = sql<number>`coalesce(${events.end_at}, ${events.start_at} + ${OPEN_END_MS})`;

export function isOver(now: Date): SQL<number> {
  return sql<number>`(${overAt} <= ${now.getTime()})`;
}
