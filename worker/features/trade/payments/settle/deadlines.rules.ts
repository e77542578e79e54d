import { DAY, HOUR, MINUTE } from '../../../../contract/time/durations.ts';
import { CANCELLATION_MS, RECEIVED_BY_ITSELF_MS } from '../../../../contract/trade/payment-times.ts';

const after = (time: Date, ms: number) => new Date(time.getTime() + ms);

/** The seller has this long after the payment to hand the tickets over, in ms. */
const HAND_OVER_MS = DAY;
/** The seller has at least this long, even at the door, in ms. */
const AT_LEAST_MS = 15 * MINUTE;
/** The money stays this long after the end of the night, so that a complaint or a dispute can still reach it, in ms. */
const PAYOUT_AFTER_MS = 72 * HOUR;

/** Until when the seller of a payment that was charged at `captured_at` must hand over the tickets. */
export function handoverDue({ captured_at, promised_due_at }: { captured_at: Date; promised_due_at: Date }): Date {
  const charged = captured_at.getTime();
  return new Date(Math.max(Math.min(charged + HAND_OVER_MS, promised_due_at.getTime()), charged + AT_LEAST_MS));
}

/** When delivered tickets count as received, if the buyer says nothing. */
export const receivedByItself = ({ ends_at }: { ends_at: Date }) => after(ends_at, RECEIVED_BY_ITSELF_MS);

/** When the money of a sale may leave at the earliest. */
export const payoutDue = ({ ends_at }: { ends_at: Date }) => after(ends_at, PAYOUT_AFTER_MS);

/** When the payments of a cancelled event end and its buyers get their money back. Null if it takes place. */
export const refundsBegin = ({ cancelled_at }: { cancelled_at: Date | null }) =>
  cancelled_at && after(cancelled_at, CANCELLATION_MS);

/**
 * Until when staff decide about tickets that could replace others: two hours before the doors, within three days, and
 * in two hours at least.
 */
export function staffDecideBy({ promised_start_at, now }: { promised_start_at: Date; now: Date }): Date {
  const least = 2 * HOUR;
  const usual = Math.min(now.getTime() + 3 * DAY, promised_start_at.getTime() - least);
  return new Date(Math.max(usual, now.getTime() + least));
}
