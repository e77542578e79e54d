import { type Arithmetic, NUMBERS } from '../arithmetic.ts';
import { DAY, HOUR, MINUTE } from '../time/durations.ts';

/** How long a buyer has to authorize a card while the tickets are held, in ms. */
export const PAY_WINDOW_MS = 15 * MINUTE;

/**
 * A buyer gets points for each unpaid hold: `lapsed` points if it expired, `cancelled` points if it was cancelled.
 * `holdsPausedUntil` decides which holds count. With at least `most` points within `counted_ms`, a buyer cannot hold
 * tickets for `pause_ms` after the last of these holds.
 */
export const UNPAID_HOLDS = { lapsed: 3, cancelled: 1, most: 6, counted_ms: DAY, pause_ms: DAY } as const;

/** How long a pending request holds its tickets, in ms. */
const HOLD = {
  longest: DAY,
  /** The longest hold for a buyer whose school is not verified. */
  longest_unverified: 6 * HOUR,
  /** How long before the start a hold must end, so that somebody else can still buy the tickets. */
  before_start: 2 * HOUR,
  /** Applies even close to the start. */
  shortest: 10 * MINUTE,
} as const;

/** Returns the end of a hold in UTC ms. `is_verified` is 0 if the buyer's school is not verified. */
export function holdEndOf<T>(
  calc: Arithmetic<T>,
  { now, start_at, is_verified }: Record<'now' | 'start_at' | 'is_verified', T>,
): T {
  const longest = calc.choose(is_verified, calc.of(HOLD.longest), calc.of(HOLD.longest_unverified));
  const latest = calc.lesser(calc.plus(now, longest), calc.minus(start_at, calc.of(HOLD.before_start)));
  return calc.greater(calc.plus(now, calc.of(HOLD.shortest)), latest);
}

export function holdEnd({ now, start_at, is_verified }: { now: Date; start_at: Date; is_verified: boolean }): Date {
  return new Date(
    holdEndOf(NUMBERS, { now: now.getTime(), start_at: start_at.getTime(), is_verified: Number(is_verified) }),
  );
}
