import { untilWhen } from '../../../../worker/contract/time/event-time.ts';
import { priceText } from '../../../../worker/contract/trade/money.ts';
import type { MyRequest } from '../resale/resale.queries.ts';
import { requestStatus, type StatusText, timeLeft } from '../../../common/words/status-words.ts';
import { type Payment, type Handover, type PaidRequest, WHY_BACK, WE_LOOK, isPast, dayOf } from './paid-request.ts';
import { refundOfSeller, sold } from './sold-words.ts';

const NOT_CHARGED = 'Nothing was charged.';
const RELEASED = 'Nothing was charged. The hold on your card ends within a few days.';

/**
 * Describes a request with a payment to its buyer or seller: what happened to the money, the next step and its
 * deadline. All times come from the server.
 */
export function paymentStatus(request: PaidRequest, now: Date): StatusText {
  const { payment, role } = request;
  if (payment.status !== 'captured') return role === 'buyer' ? uncharged(request, now) : requestedOf(request, now);
  if (payment.is_disputed)
    return { word: 'Under review', tone: 'live', next: 'This payment is under review. We’ll write to you.' };
  if (payment.replaced_by) {
    return {
      word: 'Replaced',
      tone: 'plain',
      next: 'The seller didn’t deliver, so we found you another ticket. It has its own entry here.',
    };
  }
  if (role === 'seller' && payment.problem?.status === 'replaced') {
    return {
      word: 'Not paid out',
      tone: 'bad',
      next: 'The buyer got other tickets instead of yours. Nothing is paid out.',
    };
  }
  const back = role === 'buyer' ? refundOfBuyer(payment) : refundOfSeller(payment);
  if (back) return back;
  if (request.event.state === 'cancelled') return ofCancelledEvent(request);
  return role === 'buyer' ? held(payment, now) : sold(request, now);
}

/** Describes a request to its seller while the card is not charged. */
function requestedOf(request: PaidRequest, now: Date): StatusText {
  const standing = requestStatus(request, now);
  if (request.status === 'accepted') return { ...standing, next: 'You said yes. The buyer’s card is being charged.' };
  if (request.status !== 'pending') return standing;
  return { ...standing, next: `The buyer’s card is authorized. ${standing.next}` };
}

function uncharged(request: PaidRequest, now: Date): StatusText {
  const { payment, status, event } = request;
  if (status === 'pending' || status === 'accepted') return openStatus(request, now);
  const standing = requestStatus(request, now);
  const wasAuthorized = payment.status === 'authorized' || payment.status === 'voided';
  if (!wasAuthorized)
    return status === 'expired'
      ? { word: 'Not paid', tone: 'plain', next: 'Time ran out, and nothing was charged.' }
      : standing;
  const why = event.state === 'cancelled' && status === 'cancelled' ? 'The night was cancelled.' : WHY_ENDED[status];
  return { ...standing, next: `${why} ${RELEASED}` };
}

const WHY_ENDED = {
  declined: 'The request was declined.',
  cancelled: 'The request has ended.',
  expired: 'The seller did not answer in time.',
} as const;

/** Describes a request that the buyer can still pay, or that waits for the seller. */
function openStatus({ payment, status, expires_at }: PaidRequest, now: Date): StatusText {
  const total = priceText(payment.total ?? 0);
  if (status === 'accepted') {
    return { word: 'Accepted', tone: 'good', next: `The seller said yes. Your card is being charged ${total}.` };
  }
  if (payment.status === 'authorized') {
    const until = `The seller has until ${untilWhen(expires_at, now)}, ${timeLeft(expires_at, now)}.`;
    return { word: 'Waiting', tone: 'live', next: `Card authorized: ${total} is reserved, not charged. ${until}` };
  }
  if (payment.status !== 'awaiting') return { word: 'Not paid', tone: 'plain', next: NOT_CHARGED };
  const next = `Pay by ${untilWhen(expires_at, now)} to keep the tickets. You are not charged until the seller accepts.`;
  return { word: 'Not paid yet', tone: 'live', next };
}

/** True if the buyer gets, or got, everything back. */
const isWhole = ({ refund, total, handover }: Payment) =>
  refund !== null && (handover?.status === 'failed' || total === null || refund.amount >= total);

function refundOfBuyer(payment: Payment): StatusText | null {
  const { refund, total } = payment;
  if (!refund) {
    if (total === null || payment.refunded < total) return null;
    return {
      word: 'Refunded',
      tone: 'plain',
      next: `${priceText(payment.refunded)} went back to you through your bank.`,
    };
  }
  return isWhole(payment) ? { ...REFUND[refund.status], next: refundText(payment) } : null;
}

const REFUND = {
  due: { word: 'Refund on its way', tone: 'live' },
  sent: { word: 'Refunded', tone: 'plain' },
  stuck: { word: 'Refund on its way', tone: 'live' },
} as const;

/** Says what the buyer gets back and why. Returns an empty text without a refund. */
function refundText({ refund }: Payment): string {
  if (!refund) return '';
  const [amount, why] = [priceText(refund.amount), WHY_BACK[refund.because]];
  if (refund.status === 'sent')
    return `${amount} went back to your card ${why}. It may take your bank a few days to show it.`;
  if (refund.status === 'stuck')
    return `${amount} goes back to your card ${why}. This is taking longer than usual. We’re on it.`;
  return `${amount} goes back to your card ${why}.`;
}

function ofCancelledEvent({ role, payment }: PaidRequest): StatusText {
  const back =
    role === 'buyer'
      ? `You get ${priceText(payment.total ?? 0)} back, fees included.`
      : 'The buyer gets the money back.';
  return { word: 'Refund on its way', tone: 'live', next: `The night was cancelled. ${back}` };
}

/** Describes an open problem to its buyer. */
function reported({ may_answer, is_for_staff, decide_by }: NonNullable<Payment['problem']>, now: Date): string {
  const until = untilWhen(decide_by, now);
  if (is_for_staff) return `Our team decides by ${until}. The money stays on hold until then.`;
  const next = may_answer
    ? `The seller has until ${until} to answer.`
    : `The seller has answered. We decide by ${until}.`;
  return `${next} The money stays on hold until then.`;
}

/** Describes a charged request to its buyer. */
function held(payment: Payment, now: Date): StatusText {
  const { handover } = payment;
  if (!handover) return { word: 'Paid', tone: 'good', next: 'Held until hand-over.' };
  const standing = HELD[handover.status](handover, payment, now);
  return { ...standing, next: [standing.next, refundText(payment)].filter(Boolean).join(' ') };
}

const HELD: Record<Handover['status'], (handover: Handover, payment: Payment, now: Date) => StatusText> = {
  due: ({ due_at }, { total }, now) => {
    const back = `you get ${priceText(total ?? 0)} back`;
    if (isPast(due_at, now))
      return { word: 'Not sent', tone: 'bad', next: `The tickets were not sent in time, so ${back}.` };
    const deadline = `${untilWhen(due_at, now)} (${timeLeft(due_at, now)})`;
    const next = `Held until hand-over. The seller must send the tickets to your email by ${deadline}, or ${back}.`;
    return { word: 'Paid', tone: 'good', next };
  },
  delivered: ({ received_by_itself_at }) => ({
    word: 'Sent to you',
    tone: 'live',
    next: `The seller has sent the tickets to your email. Confirm when you have them. If you don’t, they count as received on ${dayOf(received_by_itself_at)}.`,
  }),
  problem: (_handover, { problem }, now) => ({
    word: 'Problem reported',
    tone: 'live',
    next: problem ? reported(problem, now) : WE_LOOK,
  }),
  received: () => ({ word: 'Received', tone: 'good', next: 'You have the tickets. Nothing is left to do.' }),
  failed: (_handover, { total }) => ({
    word: 'Refund on its way',
    tone: 'live',
    next: `You get ${priceText(total ?? 0)} back.`,
  }),
};

/** Describes a request, with or without a payment. */
export function standingOf(request: MyRequest, now: Date): StatusText {
  const { payment } = request;
  return payment ? paymentStatus({ ...request, payment }, now) : requestStatus(request, now);
}
