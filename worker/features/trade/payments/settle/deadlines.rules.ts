import { DAY, HOUR, MINUTE } from '../../../../contract/time/durations.ts';
import { PAYOUT_AFTER_MS } from '../../../../contract/trade/selling/payout-schedule.ts';
import { CANCELLATION_MS, AUTO_RECEIVED_MS } from '../../../../contract/trade/payment-times.ts';

const after = (time: Date, ms: number) => new Date(time.getTime() + ms);

/** How long the seller has after the payment to hand the tickets over, in ms. */
const HAND_OVER_MS = DAY;
/** The seller has at least this many ms after the payment, even if the doors are already open. */
const AT_LEAST_MS = 15 * MINUTE;

export function handoverDue({ captured_at, promised_due_at }: { captured_at: Date; promised_due_at: Date }): Date {
  const charged = captured_at.getTime();
  return new Date(Math.max(Math.min(charged + HAND_OVER_MS, promised_due_at.getTime()), charged + AT_LEAST_MS));
}

export const autoReceivedAt = ({ ends_at }: { ends_at: Date }) => after(ends_at, AUTO_RECEIVED_MS);

export const payoutDue = ({ ends_at }: { ends_at: Date }) => after(ends_at, PAYOUT_AFTER_MS);

export const refundsBegin = ({ cancelled_at }: { cancelled_at: Date | null }) =>
  cancelled_at && after(cancelled_at, CANCELLATION_MS);

export function staffDecideBy({ promised_start_at, now }: { promised_start_at: Date; now: Date }): Date {
  const least = 2 * HOUR;
  const usual = Math.min(now.getTime() + 3 * DAY, promised_start_at.getTime() - least);
  return new Date(Math.max(usual, now.getTime() + least));
}
