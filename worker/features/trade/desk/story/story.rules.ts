import { ticketCount } from '../../../../contract/trade/ticket-quantity.ts';
import type {
  Dispute,
  Handover,
  Payment,
  Payout,
  Refund,
  TicketRequest,
} from '../../../../../drizzle/tables/all-tables.ts';
import { centsText } from '../../../../contract/trade/money.ts';

export interface StoryFacts {
  request: Pick<TicketRequest, 'quantity' | 'offered_price_cents' | 'created_at'>;
  payment: Payment;
  handover: Handover | null;
  payout: Payout | null;
  refunds: readonly Refund[];
  disputes: readonly Dispute[];
}

export interface Step {
  at: Date;
  text: string;
}

const ENDERS = {
  buyer: 'The buyer confirmed having the tickets.',
  scan: 'The tickets were scanned at the door.',
  time: 'Nobody reported a problem in time, so the tickets count as received.',
  staff: 'Staff decided that the buyer has the tickets.',
  event: 'The event ended the hand-over.',
  group: 'Another part of the group couldn’t be charged, which ended the hand-over.',
} as const;

const REASONS = {
  event_cancelled: 'the event was canceled',
  group_broken: 'another part of the group couldn’t be charged',
  not_delivered: 'the seller didn’t hand over the tickets in time',
  problem: 'a problem was decided for the buyer',
  cheaper: 'the tickets that replaced others cost less',
  staff: 'staff asked for it',
} as const;

/** The oldest first. */
export function stepsOf(story: StoryFacts): Step[] {
  return [
    ...stepsOfPayment(story),
    ...stepsOfHandover(story),
    ...stepsOfRefunds(story),
    ...stepsOfDisputes(story),
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

export const step = (at: Date | null | undefined, text: string): Step[] => (at ? [{ at, text }] : []);

function stepsOfPayment({ request, payment, payout }: StoryFacts): Step[] {
  const total = centsText(payment.tickets_cents + payment.buyer_fee_cents);
  const receives = centsText(payment.tickets_cents - payment.seller_fee_cents);
  return [
    ...step(
      request.created_at,
      `The buyer asked for ${ticketCount(request.quantity)} at ${centsText(request.offered_price_cents)} each, ${total} in total with fees.`,
    ),
    ...step(payment.authorized_at, `The buyer's card was authorized for ${total}. Nothing was charged yet.`),
    ...step(payment.captured_at, `The seller had accepted, and the card was charged ${total}.`),
    ...step(payment.released_at, `The seller's part of ${receives} was booked for the seller.`),
    ...step(payout?.sent_at, `${centsText(payout?.paid_cents ?? 0)} was sent to the seller's account.`),
  ];
}

export function stepsOfHandover({ handover }: Pick<StoryFacts, 'handover'>): Step[] {
  if (!handover) return [];
  const ended = handover.status === 'failed' ? 'The hand-over failed.' : ENDERS[handover.ended_by ?? 'time'];
  return [
    ...step(handover.delivered_at, 'The seller marked the tickets as sent.'),
    ...step(handover.problem_at, `The buyer reported a problem: "${handover.problem}"`),
    ...step(handover.ended_at, ended),
  ];
}

function stepsOfRefunds({ refunds }: StoryFacts): Step[] {
  return refunds.flatMap(({ amount_cents, reason, status, created_at, sent_at }) => [
    ...step(
      created_at,
      `A refund of ${centsText(amount_cents)} was decided: ${REASONS[reason]}.${status === 'asked' ? ' It waits for a second admin.' : ''}${status === 'dropped' ? ' It was dropped.' : ''}`,
    ),
    ...step(sent_at, `${centsText(amount_cents)} was refunded to the buyer's card.`),
  ]);
}

function stepsOfDisputes({ disputes }: StoryFacts): Step[] {
  return disputes.flatMap(({ amount_cents, reason, status, opened_at, evidence_sent_at, closed_at }) => [
    ...step(
      opened_at,
      `The buyer disputed ${centsText(amount_cents)} with their bank (${reason.replaceAll('_', ' ')}).`,
    ),
    ...step(evidence_sent_at, 'Staff sent the evidence to the bank.'),
    ...step(closed_at, `The bank decided for ${status === 'won' ? 'us' : 'the buyer'}.`),
  ]);
}
