import { type Arithmetic, NUMBERS } from '../arithmetic.ts';
import { LATER_END_MS, OPEN_END_MS } from '../../../drizzle/open-end.ts';
import { DAY, HOUR, MINUTE } from '../time/durations.ts';

/** The tickets must be there this long before the doors, in ms. */
export const BEFORE_DOORS_MS = 3 * HOUR;

/** How long after the end of the night delivered tickets count as received, if the buyer says nothing, in ms. */
export const RECEIVED_BY_ITSELF_MS = DAY;

/** How long after the end of the night the buyer can say that something is wrong, in ms. */
export const PROBLEM_MS = 48 * HOUR;

/** A cancellation can be taken back for this long, before the money goes back, in ms. */
export const CANCELLATION_MS = 2 * MINUTE;

/** The buyer's page has a payment looked at again after this time at the earliest, in ms. */
export const LOOK_AGAIN_MS = 2000;

/**
 * The mails about the deadline of a hand-over, in ms: at most this long before it, and none if the whole time is
 * shorter.
 */
export const REMINDER = { before: 3 * HOUR, shortest: 2 * HOUR } as const;

/** The end of an event. One without an end is over some hours after its start. */
export function endOfEvent({ start_at, end_at }: { start_at: Date; end_at: Date | null }): Date {
  return end_at ?? new Date(start_at.getTime() + OPEN_END_MS);
}

/** The end of the night of a sale: the promised one, or that of the event, but at most so much later. */
export const saleEndOf = <T>(
  { of, plus, lesser, greater }: Arithmetic<T>,
  { promised, end }: { promised: T; end: T },
): T => greater(promised, lesser(end, plus(promised, of(LATER_END_MS))));

/**
 * The end of the night of a sale, by which its money is decided: the promised one, or a later one if the night was
 * moved, but never more than four days later. A night that is moved back has its promised end again.
 */
export function endOfSale(
  { promised_end_at }: { promised_end_at: Date },
  event: { start_at: Date; end_at: Date | null },
): Date {
  return new Date(saleEndOf(NUMBERS, { promised: promised_end_at.getTime(), end: endOfEvent(event).getTime() }));
}
