import { untilWhen } from '../../../../worker/contract/time/event-time.ts';
import { priceText } from '../../../../worker/contract/trade/money.ts';
import type { HoldReason } from '../../../../drizzle/vocabulary.ts';
import { type StatusText, timeLeft } from '../../../common/words/status-words.ts';
import { type Payment, type Handover, type PaidRequest, WHY_BACK, WE_LOOK, isPast, dayOf } from './paid-request.ts';

const WHY_HELD: Record<HoldReason, string> = {
  dispute: 'The payment is under review.',
  problem: 'The buyer says that something is wrong.',
  fraud_warning: 'The bank asked us to review the payment.',
  ban: 'Your account is banned.',
  staff: 'We are looking into this sale.',
};

export function refundOfSeller({ refund, handover }: Payment): StatusText | null {
  if (handover?.status === 'failed' || refund?.because === 'event_cancelled') {
    const why = refund && refund.because !== 'staff' ? WHY_BACK[refund.because] : WHY_BACK.not_delivered;
    return { word: 'Refunded', tone: 'bad', next: `The buyer gets the money back ${why}. Nothing is paid out.` };
  }
  return null;
}

/** Says what the seller can do about a problem. */
function asked({ may_answer, is_for_staff, decide_by }: NonNullable<Payment['problem']>, now: Date): string {
  const until = untilWhen(decide_by, now);
  if (is_for_staff) return `Our team decides by ${until}. The money stays on hold until then.`;
  return may_answer ? `Answer by ${until}, or the buyer gets the money back.` : WE_LOOK;
}

/** Describes a charged request to its seller. */
export function sold({ payment }: PaidRequest, now: Date): StatusText {
  const { handover } = payment;
  return handover
    ? SOLD[handover.status](handover, payment, now)
    : { word: 'Paid', tone: 'good', next: 'Held until hand-over.' };
}

const SOLD: Record<Handover['status'], (handover: Handover, payment: Payment, now: Date) => StatusText> = {
  due: ({ due_at }, _payment, now) => {
    if (isPast(due_at, now))
      return {
        word: 'Too late',
        tone: 'bad',
        next: 'The tickets were not sent in time. The buyer gets the money back.',
      };
    const deadline = `${untilWhen(due_at, now)} (${timeLeft(due_at, now)})`;
    return {
      word: 'Send the tickets',
      tone: 'live',
      next: `Paid. Send the tickets by ${deadline}, or the buyer gets the money back.`,
    };
  },
  delivered: ({ received_by_itself_at }) => ({
    word: 'Sent',
    tone: 'good',
    next: `The buyer confirms when they have them. If they don’t, the tickets count as received on ${dayOf(received_by_itself_at)}.`,
  }),
  problem: ({ problem: said }, { problem }, now) => ({
    word: 'Problem reported',
    tone: 'bad',
    next: `The buyer says: “${said ?? ''}” ${problem ? asked(problem, now) : WE_LOOK}`,
  }),
  received: (_handover, { payout }) =>
    payout ? PAYOUT[payout.status](payout) : { word: 'Received', tone: 'good', next: '' },
  failed: () => ({ word: 'Refunded', tone: 'bad', next: 'The buyer gets the money back. Nothing is paid out.' }),
};

type Payout = NonNullable<Payment['payout']>;

const PAYOUT: Record<Payout['status'], (payout: Payout) => StatusText> = {
  due: ({ due_at, receives }) => ({
    word: 'Received',
    tone: 'good',
    next: `The buyer has the tickets. You can be paid ${priceText(receives)} from ${dayOf(due_at)}.`,
  }),
  frozen: ({ receives, held_because }) => ({
    word: 'Payout on hold',
    tone: 'bad',
    next: `${held_because.map((reason) => WHY_HELD[reason]).join(' ')} We hold ${priceText(receives)} until that is settled.`.trim(),
  }),
  sent: ({ receives }) => ({
    word: 'Paid out',
    tone: 'good',
    next: `${priceText(receives)} is on the way to your bank.`,
  }),
  reversed: ({ receives }) => ({
    word: 'Taken back',
    tone: 'bad',
    next: `We took back the payout of ${priceText(receives)}. Write to us if that is wrong.`,
  }),
  dropped: () => ({ word: 'Not paid out', tone: 'bad', next: 'The money went back to the buyer.' }),
};
