import { RECEIVED_BY_ITSELF_MS } from '../../../contract/payment-times.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const after = (time: Date, ms: number) => new Date(time.getTime() + ms);

/** The seller has this long after the payment to hand the tickets over, in ms. */
const HAND_OVER_MS = DAY_MS;
/** The tickets must be there this long before the doors, in ms. */
const BEFORE_DOORS_MS = 3 * HOUR_MS;
/** The seller has at least this long, even at the door, in ms. */
const AT_LEAST_MS = 15 * MINUTE_MS;
/** The money stays this long after the end of the night, so that a complaint or a dispute can still reach it, in ms. */
const PAYOUT_AFTER_MS = 72 * HOUR_MS;
/** A cancellation can be taken back for this long, before the money goes back, in ms. */
const CANCELLATION_MS = 2 * MINUTE_MS;

/** Until when the seller must hand over the tickets, as decided at `now`. */
export function handoverDue({ captured_at, start_at, now }: { captured_at: Date; start_at: Date; now: Date }): Date {
  const usual = Math.min(captured_at.getTime() + HAND_OVER_MS, start_at.getTime() - BEFORE_DOORS_MS);
  return new Date(Math.max(usual, now.getTime() + AT_LEAST_MS));
}

/** When delivered tickets count as received, if the buyer says nothing. */
export const receivedByItself = ({ ends_at }: { ends_at: Date }) => after(ends_at, RECEIVED_BY_ITSELF_MS);

/** When the money of a sale may leave at the earliest. */
export const payoutDue = ({ ends_at }: { ends_at: Date }) => after(ends_at, PAYOUT_AFTER_MS);

/** When the payments of a cancelled event end and its buyers get their money back. Null if it takes place. */
export const refundsBegin = ({ cancelled_at }: { cancelled_at: Date | null }) => cancelled_at && after(cancelled_at, CANCELLATION_MS);
