import { DAY } from '../time/durations.ts';
import { fromNewYork, newYorkDate } from '../time/new-york-time.ts';

/** A day in New York: `day` is `yyyy-mm-dd`. `from` and `until` are the midnights at its start and end, in UTC ms. */
export interface Day {
  day: string;
  from: number;
  until: number;
}

/** Returns `count` days up to the day of `last`, the oldest first. A day with a clock change has 23 or 25 hours. */
export function lastDays(last: Date, count: number): Day[] {
  const midnight = Date.parse(`${newYorkDate(last)}T00:00:00Z`);
  return Array.from({ length: count }, (_, index) => {
    const start = midnight - (count - 1 - index) * DAY;
    return {
      day: new Date(start).toISOString().slice(0, 10),
      from: fromNewYork(start),
      until: fromNewYork(start + DAY),
    };
  });
}
