import { DAY } from './durations.ts';

const ZONE = 'America/New_York';

const PARTS = new Intl.DateTimeFormat('en-US', {
  timeZone: ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

function wallClockAsUtc(instant: number): number {
  const part = Object.fromEntries(PARTS.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(part['year']!, part['month']! - 1, part['day'], part['hour'], part['minute'], part['second']);
}

/**
 * Returns the instant of a New York time, in UTC ms. The time is given as if it were UTC: `Date.UTC(2026, 6, 1, 20)`
 * means 8 PM in New York. For a time that occurs twice in fall, returns the first instant. A time that is skipped in
 * spring moves by an hour: 2:30 AM becomes 3:30 AM.
 */
export function fromNewYork(wallClock: number): number {
  const before = wallClock - (wallClockAsUtc(wallClock - DAY) - (wallClock - DAY));
  const after = wallClock - (wallClockAsUtc(wallClock + DAY) - (wallClock + DAY));
  if (wallClockAsUtc(before) === wallClock) return before;
  return wallClockAsUtc(after) === wallClock ? after : before;
}

/** As `yyyy-mm-dd`. */
export function newYorkDate(instant: Date): string {
  return new Date(wallClockAsUtc(instant.getTime())).toISOString().slice(0, 10);
}

/** As `yyyy-mm-ddThh:mm`, the form of date-time inputs. */
export function newYorkWallClock(instant: Date): string {
  return new Date(wallClockAsUtc(instant.getTime())).toISOString().slice(0, 16);
}
