import { eventDateParts, untilWhen } from '../../../../worker/contract/time/event-time.ts';
import { priceText } from '../../../../worker/contract/trade/money.ts';
import { type StatusText, timeLeft } from '../../../common/words/status-words.ts';
import {
  areClosed,
  dayOf,
  type Handover,
  isPast,
  isReportedMissing,
  kindOf,
  type Kind,
  type Payment,
  SHOWN_BY_BANK,
} from './paid-request.ts';

export function held(payment: Payment, now: Date): StatusText {
  const total = priceText(payment.total ?? 0);
  const { handover } = payment;
  if (!handover) return { word: 'Paid', tone: 'good', next: `We hold ${total} until hand-over.` };
  return HELD[handover.status]({ handover, payment, total, now, kind: kindOf(handover) });
}

interface Held {
  handover: Handover;
  payment: Payment;
  total: string;
  now: Date;
  kind: Kind;
}

const HELD: Record<Handover['status'], (held: Held) => StatusText> = {
  due: ({ handover: { due_at }, total, now, kind }) => {
    if (isPast(due_at, now))
      return {
        word: 'Not sent',
        tone: 'bad',
        next: `${LATE[kind]} Your ${total} goes back to your card.`,
      };
    const by = `${untilWhen(due_at, now)} (${timeLeft(due_at, now)})`;
    return { word: 'Paid', tone: 'good', next: `We hold ${total}. ${DUE[kind](by)} you get it back.` };
  },
  delivered: ({ handover, total, now, kind }) => {
    const day = dayOf(handover.received_by_itself_at);
    const { word, next } = areClosed(handover, now) ? notOpen(handover, day) : DELIVERED[kind](day);
    return { word, tone: 'live', next: `We hold ${total}. ${next}` };
  },
  problem: ({ payment, total, now, kind }) => ({
    word: 'Problem reported',
    tone: 'live',
    next: payment.problem
      ? `We hold ${total}. ${reported(payment.problem, now)}${isReportedMissing(payment) ? ARRIVED[kind] : ''}`
      : `We hold ${total} until we have looked into it. We’ll write to you.`,
  }),
  received: ({ total, kind }) => {
    const paid = kind === 'name_list' ? `${total} for your place on the list` : `${total} and have the tickets`;
    const next = `You paid ${paid}. We pay the seller once the night is over. You’re all set.`;
    return { word: 'Received', tone: 'good', next };
  },
  failed: ({ total }) => ({
    word: 'Refund on its way',
    tone: 'live',
    next: `We send ${total} back to your card. ${SHOWN_BY_BANK}`,
  }),
};

/** Each text begins a sentence about the next step. `HELD` ends the sentence with "you get it back". */
const DUE: Record<Kind, (by: string) => string> = {
  file: () => 'We are handing over the files that the seller uploaded. If that fails,',
  transfer: (by) => `The seller must send the tickets to your email by ${by}, or`,
  name_list: (by) => `The seller must put your name on the list at the door by ${by}, or`,
};

const LATE: Record<Kind, string> = {
  file: 'The files couldn’t be handed over.',
  transfer: 'The tickets weren’t sent in time.',
  name_list: 'Your name wasn’t put on the list in time.',
};

const DELIVERED: Record<Kind, (day: string) => { word: string; next: string }> = {
  file: (day) => ({
    word: 'Stored here',
    next: `Your tickets are stored here. Open them, and confirm them or say what is wrong by ${day}. ${COUNT}`,
  }),
  transfer: (day) => ({
    word: 'Sent to you',
    next:
      'The seller says that the tickets are in your email. ' +
      `Confirm when you have them, or say what is wrong, by ${day}. ${COUNT}`,
  }),
  name_list: (day) => ({
    word: 'On the list',
    next:
      'The seller says that your name is on the list at the door. ' +
      `Confirm when you are in, or say what is wrong, by ${day}. After that, your place counts as received.`,
  }),
};

const notOpen = ({ opens_at }: Handover, day: string) => ({
  word: 'Stored here',
  next: `Your tickets are stored here. They open on ${dayOf(opens_at)} at ${eventDateParts(opens_at).time}. Then confirm them or say what is wrong by ${day}. ${COUNT}`,
});

const COUNT = 'After that, they count as received.';

/** Tells a buyer who reported missing tickets that they can take the report back. */
const ARRIVED: Record<Kind, string> = {
  file: ' If the tickets have arrived meanwhile, say so.',
  transfer: ' If the tickets have arrived meanwhile, say so.',
  name_list: ' If the door lets you in after all, say so.',
};

function reported({ may_answer, is_for_staff, decide_by }: NonNullable<Payment['problem']>, now: Date): string {
  const until = untilWhen(decide_by, now);
  if (is_for_staff) return `Our team decides by ${until} and writes to you.`;
  return may_answer
    ? `The seller has until ${until} to answer. Without an answer, you get other tickets or your money back.`
    : `The seller has answered. We decide by ${until} and write to you.`;
}
