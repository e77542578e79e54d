import { DAY } from './durations.ts';

const LONG = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  weekday: 'long',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** Build texts from these parts, not with the formatter: its commas and spaces differ between Worker and browsers. */
export function eventDateParts(instant: string) {
  const part = Object.fromEntries(LONG.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]));
  const [weekday = '', month = '', day = '', year = ''] = [part['weekday'], part['month'], part['day'], part['year']];
  return { weekday, month, day, year, time: `${part['hour']}:${part['minute']} ${part['dayPeriod']}` };
}

/** Like "Friday, November 27, 2026 at 10:00 PM". */
export function longDate(instant: string): string {
  const { weekday, month, day, year, time } = eventDateParts(instant);
  return `${weekday}, ${month} ${day}, ${year} at ${time}`;
}

/** A time at least this far from now is shown with its date, because the weekday alone could mean another week. */
const FAR_MS = 6 * DAY;

/**
 * "9:40 PM" in New York time, or "Sunday, 9:40 PM" if `now` is on another day in New York. Six days away or more:
 * "November 29, 9:40 PM". `instant` is ISO 8601.
 */
export function untilWhen(instant: string, now: Date = new Date()): string {
  const [then, today] = [eventDateParts(instant), eventDateParts(now.toISOString())];
  const isFar = Math.abs(Date.parse(instant) - now.getTime()) >= FAR_MS;
  if (isFar) return `${then.month} ${then.day}, ${then.time}`;
  return then.day === today.day ? then.time : `${then.weekday}, ${then.time}`;
}
