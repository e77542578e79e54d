import { DAY, WEEK } from '../../contract/time/durations.ts';

const DATE = /^(\d{4}-\d{2}-\d{2})(.*)$/s;

interface Timed {
  start_at?: unknown;
  end_at?: unknown;
}

/** Local times and time zones stay as they are written. */
export function shiftWeeks<T extends Timed>(event: T, weeks: number): T {
  return {
    ...event,
    ...('start_at' in event ? { start_at: shifted(event.start_at, weeks) } : {}),
    ...('end_at' in event ? { end_at: shifted(event.end_at, weeks) } : {}),
  };
}

/**
 * Returns the fewest weeks that move every start to a day or more after `now`. Each start counts as midnight UTC of its
 * date.
 */
export function weeksToFuture(events: readonly Timed[], now: Date): number {
  const dates = events.map(({ start_at }) => dayOf(start_at)).filter((day) => day !== null);
  if (dates.length === 0) return 0;
  return Math.max(0, Math.ceil((now.getTime() + DAY - Math.min(...dates)) / WEEK));
}

function shifted(time: unknown, weeks: number): unknown {
  const day = dayOf(time);
  if (day === null) return time;
  return `${new Date(day + weeks * WEEK).toISOString().slice(0, 10)}${String(time).slice(10)}`;
}

/** Returns the date at the beginning of a text in UTC ms, or null. */
function dayOf(time: unknown): number | null {
  const date = typeof time === 'string' ? DATE.exec(time)?.[1] : undefined;
  const day = date === undefined ? NaN : Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(day) ? null : day;
}
