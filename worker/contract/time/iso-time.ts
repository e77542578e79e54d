import { DAY, MINUTE } from './durations.ts';
import { fromNewYork, newYorkDate, newYorkWallClock } from './new-york-time.ts';

const ISO = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/i;
const FIRST_YEAR = 2000;
const LAST_YEAR = 2199;

/**
 * Returns UTC ms. A time without a zone is New York time. Null for text that is not an ISO date with a time, for a date
 * or time that does not exist, and for years outside 2000 to 2199.
 */
export function readInstant(text: string): number | null {
  const match = ISO.exec(text.trim());
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const milliseconds = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'));
  if (year < FIRST_YEAR || year > LAST_YEAR || hour > 23 || minute > 59 || second > 59) return null;
  const wallClock = Date.UTC(year, month - 1, day, hour, minute, second, milliseconds);
  const read = new Date(wallClock);
  if (read.getUTCMonth() !== month - 1 || read.getUTCDate() !== day) return null;
  const zone = match[8];
  if (zone === undefined) return fromNewYork(wallClock - milliseconds) + milliseconds;
  const offset = offsetMs(zone);
  return offset === null ? null : wallClock - offset;
}

/**
 * Returns the end in UTC ms. If the end is before the start on the same date, it moves to the next day: "10 PM to 2 AM"
 * means 2 AM of the next day. Two times have the same date if the dates are written alike, or if both times are on the
 * same date in New York. Null if the end is still before the start.
 */
export function endAfter(start: { text: string; at: number }, end: { text: string; at: number }): number | null {
  if (end.at >= start.at) return end.at;
  const sameDate =
    start.text.trim().slice(0, 10) === end.text.trim().slice(0, 10) ||
    newYorkDate(new Date(start.at)) === newYorkDate(new Date(end.at));
  if (!sameDate) return null;
  const rest = end.at % MINUTE;
  const rolled = fromNewYork(Date.parse(`${newYorkWallClock(new Date(end.at))}Z`) + DAY) + rest;
  return rolled >= start.at ? rolled : null;
}

/** Reads the offset of a time zone, positive to the east. Null for an offset of 15 hours or more. */
function offsetMs(zone: string): number | null {
  if (zone.toUpperCase() === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || 0);
  if (hours > 14 || minutes > 59) return null;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * MINUTE;
}
