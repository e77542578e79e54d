import type { HoldReason, PaymentStatus, PayoutStatus, RefundStatus } from '../../../../drizzle/vocabulary.ts';
import type { HandoverStatus, ProblemHold, ProblemKind } from '../../../../drizzle/handover-vocabulary.ts';
import { HOLDS_OF_STAFF } from '../../../../worker/contract/trade/money-desk.ts';

const HOLD_WORDS: Record<HoldReason, string> = {
  dispute: 'The buyer disputes the payment with their bank, until the bank decides.',
  problem: 'The buyer has reported a problem, until it is decided.',
  fraud_warning: 'The bank warns that the card may be stolen, until an admin ends this.',
  ban: 'The seller is banned, until an admin ends this.',
  staff: 'An admin holds it, until an admin ends this.',
};

/** Told when a decision moves more than one admin may decide. */
export const NEEDS_ANOTHER = {
  title: 'A second admin must agree',
  text: 'It is on the page Money. Another admin makes the same decision there.',
};

/** Every reason to hold a payout with what ends it. */
export const holdWords = (reasons: readonly HoldReason[]) => reasons.map((reason) => HOLD_WORDS[reason]).join(' ');

/** The reasons that an admin can end. */
export const endedByStaff = (reasons: readonly HoldReason[]) =>
  HOLDS_OF_STAFF.filter((reason) => reasons.includes(reason));

export const PROBLEM_WORDS: Record<ProblemKind, string> = {
  not_delivered: 'Not delivered',
  did_not_work: 'Did not work',
  event_cancelled: 'The event was cancelled',
  not_as_described: 'Not as described',
  wrong_code: 'Another code than listed',
};

export const PAYMENT_WORDS: Record<PaymentStatus, string> = {
  awaiting: 'waits for the card',
  authorized: 'card authorized, not charged',
  captured: 'charged',
  voided: 'authorization cancelled, not charged',
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
  dropped: 'none, because the money goes back to the buyer',
};

export const REFUND_WORDS: Record<RefundStatus, string> = {
  asked: 'waits for a second admin',
  due: 'on its way',
  sent: 'sent',
  stuck: 'stuck',
  dropped: 'dropped',
};

/** Why staff decide a problem, and not time. */
export const WAITING_WORDS: Record<ProblemHold, string> = {
  confirmed: 'The buyer has opened the ticket, and their phone has read the right code. Time does not decide this.',
  linked:
    'Other tickets are there, but two of the three people share a card, a device, an inbox, a phone or an invitation.',
  buyer_again: 'Other tickets are there, but this buyer has had others within 30 days.',
  new_seller: 'Other tickets are there, but their seller has sold to no stranger yet.',
};
