import { DAY, MINUTE } from '../time/durations.ts';
import { fromNewYork, newYorkWallClock } from '../time/new-york-time.ts';

/**
 * `from` and `until` are minutes after midnight in New York. If `from` is later than `until`, the quiet hours cross
 * midnight.
 */
export interface QuietHours {
  from: number;
  until: number;
}

/** Returns when the current quiet hours end, or null outside of them. An empty range means no quiet hours. */
export function endOfQuiet({ from, until }: QuietHours, now: Date): Date | null {
  const clock = newYorkWallClock(now);
  const minute = Number(clock.slice(11, 13)) * 60 + Number(clock.slice(14, 16));
  const isQuiet = from <= until ? from <= minute && minute < until : from <= minute || minute < until;
  if (!isQuiet) return null;
  const midnight = Date.parse(`${clock.slice(0, 10)}T00:00:00Z`);
  const end = new Date(fromNewYork(midnight + until * MINUTE + (minute < until ? 0 : DAY)));
  // When the clocks go back, the time `until` can occur twice. Its first occurrence may be before `now`.
  return end > now ? end : null;
}
