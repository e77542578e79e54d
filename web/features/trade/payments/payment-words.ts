import { untilWhen } from '../../../../worker/contract/time/event-time.ts';
import { priceText } from '../../../../worker/contract/trade/money.ts';
import type { MyRequest } from '../resale/resale.queries.ts';
import { requestStatus, type StatusText, timeLeft } from '../../../common/words/status-words.ts';
import { type Payment, type Handover, type PaidRequest, WHY_BACK, WE_LOOK, isPast, dayOf } from './paid-request.ts';
import { refundOfSeller, sold } from './sold-words.ts';

const NOT_CHARGED = 'Nothing was charged.';
const RELEASED = 'Nothing was charged. The reservation on your card ends within days.';

/**
 * The words for a request with a payment, for its buyer or its seller: what happened to the money, the next step and
 * its deadline. Every time is the server's.
 */
export function paymentStatus(request: PaidRequest, now: Date): StatusText {
  const { payment, role } = request;
  if (payment.status !== 'captured') return role === 'buyer' ? uncharged(request, now) : requestedOf(request, now);
  if (payment.is_disputed)
    return { word: 'Under review', tone: 'live', next: 'This payment is under review. We write to you.' };
  if (payment.replaced_by) {
    return {
      word: 'Replaced',
      tone: 'plain',
      next: 'The seller failed, so we found you another ticket. It has its own entry here.',
    };
  }
  if (role === 'seller' && payment.problem?.status === 'replaced') {
    return {
      word: 'Not paid out',
      tone: 'bad',
      next: 'The buyer got other tickets in place of yours. Nothing is paid out.',
    };
  }
  const back = role === 'buyer' ? refundOfBuyer(payment) : refundOfSeller(payment);
  if (back) return back;
  if (request.event.state === 'cancelled') return ofCancelledEvent(request);
  return role === 'buyer' ? held(payment, now) : sold(request, now);
}

/** The words for the status of a request whose card is not charged, for its seller. */
function requestedOf(request: PaidRequest, now: Date): StatusText {
  const standing = requestStatus(request, now);
  if (request.status === 'accepted')
    return { ...standing, next: 'You said yes. The card of the buyer is being charged.' };
  if (request.status !== 'pending') return standing;
  return { ...standing, next: `The buyer’s card is authorised. ${standing.next}` };
}

function uncharged(request: PaidRequest, now: Date): StatusText {
  const { payment, status, event } = request;
  if (status === 'pending' || status === 'accepted') return open(request, now);
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
  declined: 'It came to nothing.',
  cancelled: 'The request has ended.',
  expired: 'The seller did not answer in time.',
} as const;

/** A request that its buyer can still pay, or that waits for the seller. */
function open({ payment, status, expires_at }: PaidRequest, now: Date): StatusText {
  const total = priceText(payment.total ?? 0);
  if (status === 'accepted') {
    return { word: 'Accepted', tone: 'good', next: `The seller said yes. Your card is being charged ${total}.` };
  }
  if (payment.status === 'authorized') {
    const until = `The seller has until ${untilWhen(expires_at, now)}, ${timeLeft(expires_at, now)}.`;
    return { word: 'Waiting', tone: 'live', next: `Card authorised: ${total} is reserved, not charged. ${until}` };
  }
  if (payment.status !== 'awaiting') return { word: 'Not paid', tone: 'plain', next: NOT_CHARGED };
  const next = `The tickets are kept for you until ${untilWhen(expires_at, now)}. You are not charged until the seller accepts.`;
  return { word: 'Not paid yet', tone: 'live', next };
}

/** True if everything that the buyer paid goes back or went back. */
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

/** What goes back to the buyer and why. Empty if nothing does. */
function refundText({ refund }: Payment): string {
  if (!refund) return '';
  const [amount, why] = [priceText(refund.amount), WHY_BACK[refund.because]];
  if (refund.status === 'sent')
    return `${amount} went back to your card ${why}. Your bank may take some days to show it.`;
  if (refund.status === 'stuck')
    return `${amount} goes back to your card ${why}. It takes longer than usual; we see to it.`;
  return `${amount} goes back to your card ${why}.`;
}

function ofCancelledEvent({ role, payment }: PaidRequest): StatusText {
  const back =
    role === 'buyer'
      ? `You get ${priceText(payment.total ?? 0)} back, fees included.`
      : 'The buyer gets the money back.';
  return { word: 'Refund on its way', tone: 'live', next: `The night was cancelled. ${back}` };
}

/** A problem that is open, as its buyer sees it. */
function reported({ may_answer, is_for_staff, decide_by }: NonNullable<Payment['problem']>, now: Date): string {
  const until = untilWhen(decide_by, now);
  if (is_for_staff) return `Our team looks at it and decides by ${until}. The money stays held meanwhile.`;
  const next = may_answer
    ? `The seller has until ${until} to answer.`
    : `The seller has answered. We decide by ${until}.`;
  return `${next} The money stays held meanwhile.`;
}

/** Charged, as its buyer sees it. */
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
      return { word: 'Not sent', tone: 'bad', next: `The tickets were not sent in time: ${back}.` };
    const until = `${untilWhen(due_at, now)}, ${timeLeft(due_at, now)}`;
    const next = `Held until hand-over. The seller sends the tickets to your email until ${until}. If not, ${back}.`;
    return { word: 'Paid', tone: 'good', next };
  },
  delivered: ({ received_by_itself_at }) => ({
    word: 'Sent to you',
    tone: 'live',
    next: `The seller has sent the tickets to your email. Say when you have them. Without a word from you they count as received on ${dayOf(received_by_itself_at)}.`,
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

/** The words for a request, with or without a payment. */
export function standingOf(request: MyRequest, now: Date): StatusText {
  const { payment } = request;
  return payment ? paymentStatus({ ...request, payment }, now) : requestStatus(request, now);
}
