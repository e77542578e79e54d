import { LONGEST_NIGHT_MS } from '../../../../drizzle/open-end.ts';
import { DAY } from '../../time/durations.ts';
import { fromNewYork, newYorkDate, newYorkWallClock } from '../../time/new-york-time.ts';

export const TOO_LONG = 'A night can last up to 24 hours. Add each day of a festival as a separate night.';

/** Times are UTC ms. */
export const isTooLong = (start: number, end: number | null) => end !== null && end - start > LONGEST_NIGHT_MS;

/** If the end is before the start on the same New York date, moves the end to the next day. */
export function rollEnd(start: number, end: number): number {
  if (end >= start || newYorkDate(new Date(start)) !== newYorkDate(new Date(end))) return end;
  return fromNewYork(Date.parse(`${newYorkWallClock(new Date(end))}Z`) + DAY);
}

/** Returns the instant `weeks` weeks later at the same New York time of day. */
export function weeksLater(instant: Date, weeks: number): Date {
  return new Date(fromNewYork(Date.parse(`${newYorkWallClock(instant)}Z`) + weeks * 7 * DAY));
}
