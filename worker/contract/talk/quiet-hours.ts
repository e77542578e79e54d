import { DAY, MINUTE } from '../time/durations.ts';
import { fromNewYork, newYorkWallClock } from '../time/new-york-time.ts';

/** Quiet hours, in minutes after midnight in New York. They may go over midnight. */
export interface QuietHours {
  from: number;
  until: number;
}

/** The end of the quiet hours that hold at `now`, or null outside of them. Hours without a length are none. */
export function endOfQuiet({ from, until }: QuietHours, now: Date): Date | null {
  const clock = newYorkWallClock(now);
  const minute = Number(clock.slice(11, 13)) * 60 + Number(clock.slice(14, 16));
  const isQuiet = from <= until ? from <= minute && minute < until : from <= minute || minute < until;
  if (!isQuiet) return null;
  const midnight = Date.parse(`${clock.slice(0, 10)}T00:00:00Z`);
  const end = new Date(fromNewYork(midnight + until * MINUTE + (minute < until ? 0 : DAY)));
  // On the night of the clock change an hour occurs twice. The end is then already over by the first of them.
  return end > now ? end : null;
}
