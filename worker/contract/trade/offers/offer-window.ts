import { OPEN_END_MS } from '../../../../drizzle/open-end.ts';
import { DAY, HOUR, MINUTE } from '../../time/durations.ts';
import { fromNewYork, newYorkDate, newYorkWallClock } from '../../time/new-york-time.ts';

/** The hours in New York when the clock of offers is paused: from 02:00 to 09:00. */
const STILL = { from: '02:00', until: '09:00' } as const;
/** The clock of offers does not pause in the last hour before the start. In ms. */
const LAST_HOUR_MS = HOUR;
/**
 * How long a right of first refusal lasts at most, in ms. A person who searches for tickets gets this right when a
 * seller lists through the person's link.
 */
export const REFUSAL_MS = 30 * MINUTE;

interface Night {
  start_at: Date;
  end_at: Date | null;
}

/** Returns how long an offer is open, in ms. `left` is the time until the start, in ms. */
function windowOf(left: number): number {
  if (left > 16 * HOUR) return 2 * HOUR;
  return left >= HOUR ? 30 * MINUTE : 10 * MINUTE;
}

/** Returns when an offer made at `now` ends. Returns null during the pause and after the event. */
export function offerEnd({ now, ...event }: Night & { now: Date }): Date | null {
  const at = now.getTime();
  if (at >= overAt(event) || stillUntil(at, runsFrom(event)) !== null) return null;
  return endOf({ at, left: windowOf(event.start_at.getTime() - at), event });
}

/**
 * Returns when a first refusal made at `now` ends, or null if the event is over. A first refusal can also be made
 * during the pause, because the seller asked for it. Its time then runs from the end of the pause.
 */
export function refusalEnd({ now, ...event }: Night & { now: Date }): Date | null {
  const at = now.getTime();
  if (at >= overAt(event)) return null;
  return endOf({ at, left: refusalOf(event.start_at.getTime() - at), event });
}

/** Returns an instant in UTC ms. At `now`, offers are paused only for events that start after this instant. */
export function runsBefore(now: Date): number {
  return isStill(now.getTime()) ? now.getTime() + LAST_HOUR_MS : Number.MAX_SAFE_INTEGER;
}

/** Returns the length of a first refusal in minutes, not counting the pause at night. */
export const refusalMinutes = ({ start_at, now }: { start_at: Date; now: Date }) =>
  refusalOf(start_at.getTime() - now.getTime()) / MINUTE;

/** Returns the length of a first refusal in ms. `left` is the time until the start, in ms. */
const refusalOf = (left: number) => Math.min(REFUSAL_MS, windowOf(left));

const overAt = ({ start_at, end_at }: Night) => end_at?.getTime() ?? start_at.getTime() + OPEN_END_MS;
const runsFrom = ({ start_at }: Night) => start_at.getTime() - LAST_HOUR_MS;

/**
 * Returns the time at which `left` ms have passed since `at`, not counting pauses. Returns the end of the event if that
 * is earlier.
 */
function endOf({ at: from, left: time, event }: { at: number; left: number; event: Night }): Date {
  let at = stillUntil(from, runsFrom(event)) ?? from;
  let left = time;
  for (let days = 0; days < 3 && left > 0; days += 1) {
    const stop = at >= runsFrom(event) ? Infinity : nextStop(at);
    const ran = Math.min(left, stop - at);
    at += ran;
    left -= ran;
    if (left > 0) at = stillUntil(at, runsFrom(event)) ?? at;
  }
  return new Date(Math.min(at, overAt(event)));
}

/** Returns the end of the pause that contains `at`, or null. */
function stillUntil(at: number, lastHour: number): number | null {
  if (at >= lastHour) return null;
  return isStill(at) ? Math.min(clockAt(at, STILL.until), lastHour) : null;
}

function isStill(at: number): boolean {
  const time = newYorkWallClock(new Date(at)).slice(11);
  return time >= STILL.from && time < STILL.until;
}

/** Returns when the next pause after `at` begins. `at` must not be in a pause. */
function nextStop(at: number): number {
  const today = clockAt(at, STILL.from);
  return today > at ? today : clockAt(at + DAY, STILL.from);
}

/** Returns the instant of a clock time on the New York date of `at`. */
const clockAt = (at: number, time: string) => fromNewYork(Date.parse(`${newYorkDate(new Date(at))}T${time}Z`));
