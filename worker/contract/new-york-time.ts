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
 * The instant at which a wall clock in New York shows the given time, in UTC ms. In the hour that autumn repeats it is the
 * first; a time that spring skips is read with the offset before the jump, an hour later on the clock.
 */
export function fromNewYork(wallClock: number): number {
  const before = wallClock - (wallClockAsUtc(wallClock - 86_400_000) - (wallClock - 86_400_000));
  const after = wallClock - (wallClockAsUtc(wallClock + 86_400_000) - (wallClock + 86_400_000));
  if (wallClockAsUtc(before) === wallClock) return before;
  return wallClockAsUtc(after) === wallClock ? after : before;
}

/** The New York date of an instant, `yyyy-mm-dd`. */
export function newYorkDate(instant: Date): string {
  return new Date(wallClockAsUtc(instant.getTime())).toISOString().slice(0, 10);
}

/** The New York wall clock of an instant, `yyyy-mm-ddThh:mm`, as a date-time field shows it. */
export function newYorkWallClock(instant: Date): string {
  return new Date(wallClockAsUtc(instant.getTime())).toISOString().slice(0, 16);
}
