import { untilWhen } from '../../../../worker/contract/time/event-time.ts';
import { priceText } from '../../../../worker/contract/trade/money.ts';
import type { HoldReason } from '../../../../drizzle/vocabulary.ts';
import { type StatusText, timeLeft } from '../../../common/words/status-words.ts';
import {
  dayOf,
  type Handover,
  isPast,
  type Kind,
  kindOf,
  type PaidRequest,
  type Payment,
  WHY_BACK,
} from './paid-request.ts';

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

function asked(problem: Payment['problem'], { money, now }: { money: string; now: Date }): string {
  if (!problem) return `We hold ${money} until we have looked into it. We’ll write to you.`;
  const until = untilWhen(problem.decide_by, now);
  if (problem.is_for_staff) return `We hold ${money}. Our team decides by ${until} and writes to you.`;
  return problem.may_answer
    ? `We hold ${money}. Answer by ${until}, or the buyer gets the money back.`
    : `We hold ${money}. We decide by ${until} and write to you.`;
}

export function sold({ payment }: PaidRequest, now: Date): StatusText {
  const { handover } = payment;
  const money = priceText(payment.receives ?? 0);
  return handover
    ? SOLD[handover.status]({ handover, payment, money, now, kind: kindOf(handover) })
    : { word: 'Paid', tone: 'good', next: `We hold ${money} for you until hand-over.` };
}

interface Sold {
  handover: Handover;
  payment: Payment;
  money: string;
  now: Date;
  kind: Kind;
}

const SOLD: Record<Handover['status'], (sold: Sold) => StatusText> = {
  due: ({ handover: { due_at }, money, now, kind }) => {
    const { word, late, task } = DUE[kind];
    if (isPast(due_at, now))
      return { word: 'Too late', tone: 'bad', next: `${late} The buyer gets the money back, and nothing is paid out.` };
    const next = task(`${untilWhen(due_at, now)} (${timeLeft(due_at, now)})`);
    return { word, tone: 'live', next: `We hold ${money} for you. ${next} the buyer gets the money back.` };
  },
  delivered: ({ handover: { received_by_itself_at }, payment: { payout }, money, kind }) => {
    const { word, next } = DELIVERED[kind](dayOf(received_by_itself_at));
    const paid = payout ? ` You can be paid from ${dayOf(payout.due_at)}.` : '';
    return { word, tone: 'good', next: `We hold ${money} for you. ${next}${paid}` };
  },
  problem: ({ handover: { problem: said }, payment: { problem }, money, now }) => ({
    word: 'Problem reported',
    tone: 'bad',
    next: `The buyer says: “${said ?? ''}” ${asked(problem, { money, now })}`,
  }),
  received: ({ payment: { payout, refund }, kind }) => {
    if (!payout) return { word: 'Received', tone: 'good', next: HAS[kind] };
    return payout.status === 'dropped' && !refund ? LOST : PAYOUT[payout.status](payout, kind);
  },
  failed: () => ({ word: 'Refunded', tone: 'bad', next: 'The buyer gets the money back. Nothing is paid out.' }),
};

/** The words while a hand-over is due. `task` begins a sentence; `SOLD` adds “the buyer gets the money back”. */
const DUE: Record<Kind, { word: string; late: string; task: (by: string) => string }> = {
  file: {
    word: 'Paid',
    late: 'The files couldn’t be handed over.',
    task: () => 'We are handing over your files. If that fails,',
  },
  transfer: {
    word: 'Send the tickets',
    late: 'The tickets weren’t sent in time.',
    task: (by) => `Send the tickets by ${by}, or`,
  },
  name_list: {
    word: 'Put the buyer on the list',
    late: 'The buyer’s name wasn’t put on the list in time.',
    task: (by) => `Put the buyer’s name on the list at the door by ${by}, or`,
  },
};

const DELIVERED: Record<Kind, (day: string) => { word: string; next: string }> = {
  file: (day) => ({
    word: 'Handed over',
    next: `The buyer has the files, and you’re all set. The tickets count as received on ${day} at the latest.`,
  }),
  transfer: (day) => ({
    word: 'Sent',
    next: `The buyer confirms that the tickets have arrived. Without an answer, the tickets count as received on ${day}.`,
  }),
  name_list: (day) => ({
    word: 'On the list',
    next: `The buyer confirms when they are in. If they don’t, the places count as received on ${day}.`,
  }),
};

const HAS: Record<Kind, string> = {
  file: 'The buyer has the tickets.',
  transfer: 'The buyer has the tickets.',
  name_list: 'The place on the list counts as received.',
};

/** The buyer received the tickets, but the seller gets nothing, because the bank gave the buyer the money back. */
const LOST: StatusText = {
  word: 'Not paid out',
  tone: 'bad',
  next: 'The buyer’s bank decided for the buyer and took the money back. There’s nothing else to do.',
};

type Payout = NonNullable<Payment['payout']>;

const PAYOUT: Record<Payout['status'], (payout: Payout, kind: Kind) => StatusText> = {
  due: ({ due_at, receives }, kind) => ({
    word: 'Received',
    tone: 'good',
    next: `${HAS[kind]} We hold the money. You can be paid ${priceText(receives)} from ${dayOf(due_at)}.`,
  }),
  frozen: ({ receives, held_because }) => ({
    word: 'Payout on hold',
    tone: 'bad',
    next: `${held_because.map((reason) => WHY_HELD[reason]).join(' ')} We hold ${priceText(receives)} until that is settled.`.trim(),
  }),
  sent: ({ receives }) => ({
    word: 'Paid out',
    tone: 'good',
    next: `${priceText(receives)} is on the way to your bank, which may take a few days to show it.`,
  }),
  reversed: ({ receives }) => ({
    word: 'Taken back',
    tone: 'bad',
    next: `We took back the payout of ${priceText(receives)}. Write to us if that is wrong.`,
  }),
  dropped: () => ({
    word: 'Not paid out',
    tone: 'bad',
    next: 'The money went back to the buyer. There’s nothing else to do.',
  }),
};
