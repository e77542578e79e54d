import { eventDateParts } from '../../../../worker/contract/time/event-time.ts';
import type { WhyBack } from '../../../../drizzle/vocabulary.ts';
import type { MyRequest } from '../resale/resale.queries.ts';

export type Payment = NonNullable<MyRequest['payment']>;
export type Group = NonNullable<MyRequest['group']>;
export type Handover = NonNullable<Payment['handover']>;
export type PaidRequest = Pick<MyRequest, 'role' | 'status' | 'expires_at' | 'event' | 'receiver' | 'group'> & {
  payment: Payment;
};

export const WHY_BACK: Record<WhyBack, string> = {
  event_cancelled: 'because the night was canceled',
  group_broken: 'because another card of the group couldn’t be charged',
  cheaper: 'because the other tickets cost less',
  not_delivered: 'because the tickets weren’t sent in time',
  disputed: 'because a bank was reviewing the payment when the tickets were due',
  problem: 'because something was wrong with the tickets',
  staff: 'as our support team decided',
};

export const SHOWN_BY_BANK = 'It may take your bank a few days to show it.';

export type Kind = NonNullable<Handover['kind']>;

export const isReportedMissing = ({ problem }: Payment) =>
  problem?.status === 'open' && problem.kind === 'not_delivered';

/** How tickets change hands. A sale without a kind is a transfer. */
export const kindOf = ({ kind }: Pick<Handover, 'kind'>): Kind => kind ?? 'transfer';

export const isPast = (instant: string, now: Date) => Date.parse(instant) <= now.getTime();

/**
 * True while the buyer cannot open the ticket files yet. In that time, the buyer can neither confirm the hand-over nor
 * report a problem.
 */
export const areClosed = ({ kind, opens_at }: Handover, now: Date) => kind === 'file' && !isPast(opens_at, now);

/** Returns the day in New York, such as "Friday, November 27". */
export function dayOf(instant: string): string {
  const { weekday, month, day } = eventDateParts(instant);
  return `${weekday}, ${month} ${day}`;
}
