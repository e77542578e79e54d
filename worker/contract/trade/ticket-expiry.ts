import { type Arithmetic, NUMBERS } from '../arithmetic.ts';
import { DAY, HOUR, MINUTE } from '../time/durations.ts';

/** How long the tickets of a request are held until its buyer has authorised a card, in ms. */
export const PAY_WINDOW_MS = 15 * MINUTE;

/**
 * What holds that run out without a card, or that their buyer cancels, cost their buyer: each has a weight, and once
 * those that ended within `counted_ms` weigh `most`, the buyer holds nothing for `pause_ms` from the last one on. So
 * two that ran out are enough, or six that were cancelled.
 */
export const UNPAID_HOLDS = { lapsed: 3, cancelled: 1, most: 6, counted_ms: DAY, pause_ms: DAY } as const;

/** How long a pending request holds its tickets, in ms. */
const HOLD = {
  /** The longest hold. */
  longest: DAY,
  /** The longest hold for a buyer whose school is not verified. */
  longest_unverified: 6 * HOUR,
  /** A hold ends this long before the event starts, so that the tickets can still find another buyer. */
  before_start: 2 * HOUR,
  /** The shortest hold, even close to the start. */
  shortest: 10 * MINUTE,
} as const;

/** The end of a hold that begins at `now`, in ms. `is_verified` is 0 for a buyer whose school is not verified. */
export function holdEndOf<T>(
  calc: Arithmetic<T>,
  { now, start_at, is_verified }: Record<'now' | 'start_at' | 'is_verified', T>,
): T {
  const longest = calc.choose(is_verified, calc.of(HOLD.longest), calc.of(HOLD.longest_unverified));
  const latest = calc.lesser(calc.plus(now, longest), calc.minus(start_at, calc.of(HOLD.before_start)));
  return calc.greater(calc.plus(now, calc.of(HOLD.shortest)), latest);
}

/**
 * The expiry of a request that is made at `now` for an event that starts at `start_at`. `is_verified` tells whether the
 * school of the buyer is verified.
 */
export function holdEnd({ now, start_at, is_verified }: { now: Date; start_at: Date; is_verified: boolean }): Date {
  return new Date(
    holdEndOf(NUMBERS, { now: now.getTime(), start_at: start_at.getTime(), is_verified: Number(is_verified) }),
  );
}
