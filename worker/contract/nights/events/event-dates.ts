import { DAY, HOUR } from '../../time/durations.ts';
import { fromNewYork, newYorkWallClock } from '../../time/new-york-time.ts';

/** An event that starts before this hour in New York belongs to the night before. */
const LATEST_HOUR = 6;

/** From `from` to just before `to`, in UTC ms. */
export interface Dates {
  from: number;
  to: number;
}

export const WHEN_NAMES = ['tonight', 'tomorrow', 'weekend'] as const;

/** The date (`yyyy-mm-dd`) of the New York night, which lasts from 6 AM to 6 AM. */
export function eventDate(instant: Date): string {
  return new Date(Date.parse(`${newYorkWallClock(instant)}Z`) - LATEST_HOUR * HOUR).toISOString().slice(0, 10);
}

/** Whether a text is a real date, `yyyy-mm-dd`. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T12:00:00Z`).toJSON()?.slice(0, 10) === text;
}

/** Returns the time span of `when`, which is `tonight`, `tomorrow`, `weekend` (Friday to Sunday) or a date. */
export function datesOf(when: string, now: Date): Dates {
  const tonight = dayOf(eventDate(now));
  if (when === 'tonight') return span(tonight, 1);
  if (when === 'tomorrow') return span(tonight + 1, 1);
  if (when !== 'weekend') return span(dayOf(when), 1);
  // Day 0 was a Thursday.
  const sinceFriday = (tonight + 6) % 7;
  return sinceFriday < 3 ? span(tonight, 3 - sinceFriday) : span(tonight + 7 - sinceFriday, 3);
}

const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / DAY;

const span = (day: number, count: number): Dates => ({ from: startOf(day), to: startOf(day + count) });

const startOf = (day: number) => fromNewYork(day * DAY + LATEST_HOUR * HOUR);
