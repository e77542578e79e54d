import { WHEN_PAID } from '../../../../worker/contract/trade/selling/payout-schedule.ts';
import { untilWhen } from '../../../../worker/contract/time/event-time.ts';
import { chargedWhen, priceText } from '../../../../worker/contract/trade/money.ts';
import type { MyRequest } from '../resale/resale.queries.ts';
import { requestStatus, type StatusText, timeLeft } from '../../../common/words/status-words.ts';
import { groupStatus, isBeingCharged, isSquad, ONE_ANSWER } from './group-words.ts';
import { held } from './held-words.ts';
import { type Payment, type PaidRequest, SHOWN_BY_BANK, WHY_BACK } from './paid-request.ts';
import { refundOfSeller, sold } from './sold-words.ts';

const NOT_CHARGED = 'Nothing was charged.';
const RELEASED = 'Nothing was charged. The hold on your card ends within a few days.';

export function paymentStatus(request: PaidRequest, now: Date): StatusText {
  const { payment, role } = request;
  const whole = role === 'buyer' && payment.refund === null ? groupStatus(request, now) : null;
  if (whole) return whole;
  if (payment.status !== 'captured') return role === 'buyer' ? uncharged(request, now) : requestedOf(request, now);
  if (payment.is_disputed) return { word: 'Under review', tone: 'live', next: disputed(request, now) };
  if (payment.replaced_by) {
    return {
      word: 'Replaced',
      tone: 'plain',
      next: `The seller didn’t deliver. Your ${priceText(payment.total ?? 0)} pays for another ticket, which has its own entry here.`,
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
  return role === 'buyer' ? heldWithRefund(payment, now) : sold(request, now);
}

function disputed({ role, payment: { total, handover } }: PaidRequest, now: Date): string {
  if (role === 'buyer') {
    const meanwhile =
      handover?.status === 'failed'
        ? 'The sale has ended, and you get the money back either way.'
        : 'Until it has decided, the money stays where it is, and these tickets have no pass.';
    return `Your bank is reviewing this payment of ${priceText(total ?? 0)}. ${meanwhile} We’ll write to you.`;
  }
  if (handover?.status === 'failed')
    return 'The buyer’s bank is reviewing this payment. The sale has ended, and nothing is paid out.';
  const unsent =
    handover?.status === 'due' && handover.kind !== 'file'
      ? ` If you’ve handed the tickets over, say so by ${untilWhen(handover.due_at, now)}: that is your proof. If not, keep the tickets, and the sale ends then.`
      : '';
  return `The buyer’s bank is reviewing this payment. You’re not paid until it has decided.${unsent} We’ll write to you.`;
}

function requestedOf(request: PaidRequest, now: Date): StatusText {
  const standing = requestStatus(request, now);
  const receives = priceText(request.payment.receives ?? 0);
  if (request.status === 'accepted') {
    const then = `Then we hold ${receives} for you until hand-over.`;
    const next = `You said yes. ${whenCharged(request.group, now)} ${then}`;
    return { ...standing, next };
  }
  if (request.status !== 'pending') return standing;
  const then = `If you accept, you receive ${receives} ${WHEN_PAID}.`;
  const all = request.group && isSquad(request.group) ? ` ${ONE_ANSWER}` : '';
  return { ...standing, next: `The buyer’s card is authorized. ${standing.next} ${then}${all}` };
}

function whenCharged(group: PaidRequest['group'], now: Date): string {
  if (!group || isBeingCharged(group)) return 'The buyer’s card is being charged.';
  const by = group.until ? `, by ${untilWhen(group.until, now)}` : '';
  if (isSquad(group)) return `The friends of this squad are charged once every seller has said yes${by}.`;
  return `The purchase includes other sellers. The buyer is charged once they have said yes too${by}.`;
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
  const why = event.state === 'cancelled' && status === 'cancelled' ? 'The night was canceled.' : WHY_ENDED[status];
  return { ...standing, next: `${why} ${RELEASED}` };
}

const WHY_ENDED = {
  declined: 'The request was declined.',
  cancelled: 'The request has ended.',
  expired: 'The seller didn’t answer in time.',
} as const;

function openStatus({ payment, status, expires_at, group }: PaidRequest, now: Date): StatusText {
  const total = priceText(payment.total ?? 0);
  if (status === 'accepted') {
    const next = `The seller said yes. Your card is being charged ${total}, which we hold until hand-over.`;
    return { word: 'Accepted', tone: 'good', next };
  }
  if (payment.status === 'authorized') {
    const until = `The seller has until ${untilWhen(expires_at, now)}, ${timeLeft(expires_at, now)}. If they don’t say yes, nothing is charged.`;
    return { word: 'Waiting', tone: 'live', next: `Card authorized: ${total} is reserved, not charged. ${until}` };
  }
  if (payment.status !== 'awaiting') return { word: 'Not paid', tone: 'plain', next: NOT_CHARGED };
  const until = untilWhen(expires_at, now);
  const when = chargedWhen({ sold_at_once: payment.sold_at_once, is_in_group: group !== null });
  const next = `Pay ${total} by ${until} to keep the tickets. ${when}`;
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

function refundText({ refund }: Payment): string {
  if (!refund) return '';
  const [amount, why] = [priceText(refund.amount), WHY_BACK[refund.because]];
  if (refund.status === 'sent') return `${amount} went back to your card ${why}. ${SHOWN_BY_BANK}`;
  if (refund.status === 'stuck')
    return `${amount} goes back to your card ${why}. This is taking longer than usual. We’re on it, and will write to you.`;
  return `${amount} goes back to your card ${why}. ${SHOWN_BY_BANK}`;
}

function ofCancelledEvent({ role, payment }: PaidRequest): StatusText {
  const back =
    role === 'buyer'
      ? `We send ${priceText(payment.total ?? 0)} back to your card, fees included. ${SHOWN_BY_BANK}`
      : 'The buyer gets the money back, and nothing is paid out.';
  return { word: 'Refund on its way', tone: 'live', next: `The night was canceled. ${back}` };
}

function heldWithRefund(payment: Payment, now: Date): StatusText {
  const standing = held(payment, now);
  return { ...standing, next: [standing.next, refundText(payment)].filter(Boolean).join(' ') };
}

export function standingOf(request: MyRequest, now: Date): StatusText {
  const { payment } = request;
  return payment ? paymentStatus({ ...request, payment }, now) : requestStatus(request, now);
}
