import { type SQL, sql } from 'drizzle-orm';
import { OPEN_END_MS } from '../open-end.ts';
import { events } from './events.ts';

/** No event lasts longer than this, in ms. An event that started earlier is over, so no query reads it. */
const LONGEST_EVENT_MS = 24 * 3_600_000;

/** The earliest start of an event that may not be over at `now`. */
export const earliestStart = (now: Date) => new Date(now.getTime() - LONGEST_EVENT_MS);

/** True, in SQL, of an event that is over at `now`. */
export function isOver(now: Date): SQL<number> {
  return sql<number>`(coalesce(${events.end_at}, ${events.start_at} + ${OPEN_END_MS}) <= ${now.getTime()})`;
}
