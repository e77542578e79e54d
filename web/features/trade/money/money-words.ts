import type { HoldReason, PaymentStatus, PayoutStatus, RefundStatus } from '../../../../drizzle/vocabulary.ts';
import type { HandoverStatus, ProblemHold, ProblemKind } from '../../../../drizzle/handover-vocabulary.ts';
import { priceText } from '../../../../worker/contract/trade/money.ts';
import { HOLDS_OF_STAFF } from '../../../../worker/contract/trade/money-desk.ts';
import type { Story } from './money.queries.ts';

const HOLD_WORDS: Record<HoldReason, string> = {
  dispute: 'The buyer disputed the payment. Held until the bank decides.',
  problem: 'The buyer reported a problem. Held until it is decided.',
  fraud_warning: 'The bank warns that the card may be stolen. Held until an admin releases it.',
  ban: 'The seller is banned. Held until an admin releases it.',
  staff: 'An admin put it on hold. Held until an admin releases it.',
};

export const NEEDS_ANOTHER = {
  title: 'A second admin must agree',
  text: 'It is on the Money page. Another admin must make the same decision there.',
};

export const holdWords = (reasons: readonly HoldReason[]) => reasons.map((reason) => HOLD_WORDS[reason]).join(' ');

export const endedByStaff = (reasons: readonly HoldReason[]) =>
  HOLDS_OF_STAFF.filter((reason) => reasons.includes(reason));

export const PROBLEM_WORDS: Record<ProblemKind, string> = {
  not_delivered: 'Not delivered',
  did_not_work: 'Didn’t work',
  event_cancelled: 'The event was canceled',
  not_as_described: 'Not as described',
  wrong_code: 'Different code than listed',
};

export const PAYMENT_WORDS: Record<PaymentStatus, string> = {
  awaiting: 'waiting for the card',
  authorized: 'card authorized, not charged',
  captured: 'charged',
  voided: 'authorization canceled, not charged',
  failed: 'never authorized',
};

export const HANDOVER_WORDS: Record<HandoverStatus, string> = {
  due: 'The seller must send the tickets',
  delivered: 'The seller has sent the tickets',
  problem: 'The buyer has reported a problem',
  received: 'The buyer has the tickets',
  failed: 'Failed',
};

export const PAYOUT_WORDS: Record<PayoutStatus, string> = {
  due: 'not sent yet',
  frozen: 'frozen',
  sent: 'sent',
  reversed: 'sent and taken back',
  dropped: 'no payout, because the money goes back to the buyer',
};

export const REFUND_WORDS: Record<RefundStatus, string> = {
  asked: 'needs a second admin',
  due: 'on its way',
  sent: 'sent',
  stuck: 'stuck',
  dropped: 'dropped',
};

export const WAITING_WORDS: Record<ProblemHold, string> = {
  confirmed: 'The buyer has opened the ticket, and their phone read the right code. Staff must decide.',
  linked:
    'Other tickets are available, but two people among the buyer, the seller and the new seller share a card, a device, an inbox, a phone or an invitation.',
  buyer_again: 'Other tickets are available, but this buyer already got replacement tickets in the last 30 days.',
  new_seller: 'Other tickets are available, but their seller hasn’t sold to a stranger yet.',
};

type Outcomes = NonNullable<Story['decision']>['outcomes'];

export const DECISIONS = {
  failed: { button: 'Refund the buyer in full', done: 'The buyer gets everything back' },
  replaced: { button: 'Give the buyer other tickets', done: 'The buyer gets other tickets, or the money' },
  received: { button: 'The buyer has the tickets', done: 'The seller will be paid' },
} as const;

export function decisionWords(to: keyof typeof DECISIONS, { failed, received, replaced }: Outcomes): string {
  if (to === 'failed')
    return `The buyer gets ${priceText(failed.buyer)} back, the seller gets ${priceText(failed.seller)}, and we keep ${priceText(failed.fees)}.`;
  if (to === 'received')
    return `The buyer gets ${priceText(received.buyer)} back, the seller gets ${priceText(received.seller)} less any debt, and we keep ${priceText(received.fees)}.`;
  return `Other tickets for this night may cost up to ${priceText(replaced.most)}. We add at most ${priceText(replaced.added)}, which the seller then owes us. The seller gets ${priceText(0)}. Without such tickets, the buyer gets ${priceText(failed.buyer)} back.`;
}
