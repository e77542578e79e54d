import { type SQL, sql } from 'drizzle-orm';
import { OPEN_END_MS } from '../open-end.ts';
import { events } from './events.ts';

/** True, in SQL, of an event that is over at `now`. */
export function isOver(now: Date): SQL<number> {
  return sql<number>`(coalesce(${events.end_at}, ${events.start_at} + ${OPEN_END_MS}) <= ${now.getTime()})`;
}
