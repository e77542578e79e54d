import { type Arithmetic, NUMBERS } from '../arithmetic.ts';
import { LATER_END_MS, OPEN_END_MS } from '../../../drizzle/open-end.ts';
import { DAY, HOUR, MINUTE } from '../time/durations.ts';

/** The tickets must be handed over this long before the night starts, in ms. */
export const BEFORE_DOORS_MS = 3 * HOUR;

/** If the buyer says nothing, delivered tickets count as received this long after the end of the night, in ms. */
export const AUTO_RECEIVED_MS = DAY;

/** How long after the end of the night the buyer can report a problem, in ms. */
export const PROBLEM_MS = 48 * HOUR;

/** How long a cancellation can be undone before the refunds begin, in ms. */
export const CANCELLATION_MS = 2 * MINUTE;

/** The shortest time between two checks of a payment by the buyer's page, in ms. */
export const CHECK_AGAIN_MS = 2000;

/**
 * Buyer and seller are reminded of a hand-over `before` ms before the deadline, or halfway between the charge and the
 * deadline, whichever is later. If the charge and the deadline are less than `shortest` ms apart, no reminder goes out.
 */
export const REMINDER = { before: 3 * HOUR, shortest: 2 * HOUR } as const;

export function endOfEvent({ start_at, end_at }: { start_at: Date; end_at: Date | null }): Date {
  return end_at ?? new Date(start_at.getTime() + OPEN_END_MS);
}

/** Computes `endOfSale`, in JavaScript or in SQL. */
export const saleEndOf = <T>(
  { of, plus, lesser, greater }: Arithmetic<T>,
  { promised, end }: { promised: T; end: T },
): T => greater(promised, lesser(end, plus(promised, of(LATER_END_MS))));

/**
 * Returns the end of the night that counts for a sale. It is the end that the checkout promised, or the event's present
 * end if that is later. It is at most four days after the promised end.
 */
export function endOfSale(
  { promised_end_at }: { promised_end_at: Date },
  event: { start_at: Date; end_at: Date | null },
): Date {
  return new Date(saleEndOf(NUMBERS, { promised: promised_end_at.getTime(), end: endOfEvent(event).getTime() }));
}
