import { fromNewYork, newYorkDate, newYorkWallClock } from './new-york-time.ts';

const DAY_MS = 86_400_000;
const SHAPE = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(:\d{2}(?:\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?$/;

/** The instant of an ISO 8601 date-time, in UTC ms; without a zone it is New York's wall clock (decision 7). Null where it is none. */
export function readInstant(text: string): number | null {
  const match = SHAPE.exec(text.trim());
  if (!match) return null;
  const [, date, time, seconds = ':00', zone] = match;
  const wallClock = Date.parse(`${date}T${time}${seconds}Z`);
  // A day that does not exist (31 February) is read as a later one, so the date is compared.
  if (Number.isNaN(wallClock) || new Date(wallClock).toISOString().slice(0, 10) !== date) return null;
  return zone ? Date.parse(`${date}T${time}${seconds}${zone}`) : fromNewYork(wallClock);
}

/** The end of a night: one that lies before the start on the same New York date is meant for the next day (decision 7). */
export function rollEnd(start: number, end: number): number {
  if (end >= start || newYorkDate(new Date(start)) !== newYorkDate(new Date(end))) return end;
  return fromNewYork(Date.parse(`${newYorkWallClock(new Date(end))}Z`) + DAY_MS);
}

/** The same wall clock in New York, `weeks` later. */
export function weeksLater(instant: Date, weeks: number): Date {
  return new Date(fromNewYork(Date.parse(`${newYorkWallClock(instant)}Z`) + weeks * 7 * DAY_MS));
}
