import { OPEN_END_MS } from '../../../../drizzle/open-end.ts';
import { DAY, HOUR, MINUTE } from '../../time/durations.ts';
import { fromNewYork, newYorkDate, newYorkWallClock } from '../../time/new-york-time.ts';

/** The hours in New York when the clock of offers is paused: from 02:00 to 09:00. */
const STILL = { from: '02:00', until: '09:00' } as const;
/** How long before the start the clock of offers stops pausing, in ms. */
const LAST_HOUR_MS = HOUR;

/** An event with its start and its end, in UTC. An event without an end is over after six hours. */
interface Night {
  start_at: Date;
  end_at: Date | null;
}

/** Returns the length of an offer made `left` ms before the start, in ms. */
function windowOf(left: number): number {
  if (left > 16 * HOUR) return 2 * HOUR;
  return left >= HOUR ? 30 * MINUTE : 10 * MINUTE;
}

/**
 * Returns when an offer made at `now` ends. It lasts two hours, half an hour in the last 16 hours before the start, and
 * ten minutes in the last hour. The clock is paused from 02:00 to 09:00 in New York, unless the night starts within the
 * hour or has begun. An offer ends with the event. Returns null if no offer can be made now.
 */
export function offerEnd({ now, start_at, end_at }: Night & { now: Date }): Date | null {
  const over = end_at?.getTime() ?? start_at.getTime() + OPEN_END_MS;
  const runsFrom = start_at.getTime() - LAST_HOUR_MS;
  let at = now.getTime();
  if (at >= over || stillUntil(at, runsFrom) !== null) return null;
  let left = windowOf(start_at.getTime() - at);
  for (let days = 0; days < 3 && left > 0; days += 1) {
    const stop = at >= runsFrom ? Infinity : nextStop(at);
    const ran = Math.min(left, stop - at);
    at += ran;
    left -= ran;
    if (left > 0) at = stillUntil(at, runsFrom) ?? at;
  }
  return new Date(Math.min(at, over));
}

/** Returns the end of the pause that contains `at`, or null. */
function stillUntil(at: number, runsFrom: number): number | null {
  if (at >= runsFrom) return null;
  const time = newYorkWallClock(new Date(at)).slice(11);
  return time >= STILL.from && time < STILL.until ? Math.min(clockAt(at, STILL.until), runsFrom) : null;
}

/** Returns when the next pause after `at` begins. `at` must not be in a pause. */
function nextStop(at: number): number {
  const today = clockAt(at, STILL.from);
  return today > at ? today : clockAt(at + DAY, STILL.from);
}

/** Returns the instant of a clock time on the New York date of `at`. */
const clockAt = (at: number, time: string) => fromNewYork(Date.parse(`${newYorkDate(new Date(at))}T${time}Z`));
