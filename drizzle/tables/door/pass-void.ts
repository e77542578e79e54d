import { type SQL, sql } from 'drizzle-orm';
import type { PassVoid } from '../../handover-vocabulary.ts';
import { isOver } from '../nights/event-over.ts';
import { events } from '../nights/events.ts';
import { handovers } from '../trade/handovers.ts';
import { isLaunched } from '../staff/launch-switches.ts';
import { payments } from '../trade/money/payments.ts';
import { ticketRequests } from '../trade/ticket-requests.ts';

/**
 * Why the tickets of a paid request let nobody in, in SQL; null if they do. For a query that joins `payments`,
 * `handovers` and `events`. A problem that is still open does not close the door to its buyer. The refund of a cheaper
 * replacement takes nothing away, and what we added to the price of a dearer one never goes back to the buyer.
 */
export const passVoid: SQL<PassVoid | null> = sql<PassVoid | null>`case
  when ${events.cancelled_at} is not null then 'cancelled'
  when exists (select 1 from problems as problem where problem.request_id = ${payments.request_id}
    and problem.status = 'replaced') then 'replaced'
  when (select sum(back.amount_cents) from refunds as back where back.request_id = ${payments.request_id}
    and back.status in ('due', 'sent', 'stuck') and back.reason <> 'cheaper')
    >= ${payments.tickets_cents} + ${payments.buyer_fee_cents} - ${payments.added_cents} then 'refunded'
  when ${handovers.status} = 'failed' then 'failed'
  when exists (select 1 from disputes as dispute where dispute.request_id = ${payments.request_id}
    and dispute.status <> 'won') then 'disputed'
end`;

/**
 * True, in SQL, of a night that is over for the buyer of a ticket: it has ended, and so has the promised night. An edit
 * shortens no time to get in.
 */
export const isOverForBuyer = (now: Date): SQL<number> =>
  sql<number>`(${isOver(now)} and coalesce(${payments.promised_end_at}, 0) <= ${now.getTime()})`;

/**
 * What decides whether a ticket request has passes at `now`, for a query of `ticket_requests` that joins `events`, and
 * `payments` and `handovers` where there are any.
 */
export const passFacts = ({ now }: { now: Date }) => ({
  is_on: sql<boolean>`${isLaunched('handover')}`.mapWith(Boolean).as('is_on'),
  status: ticketRequests.status,
  payment_status: sql<string | null>`${payments.status}`.as('payment_status'),
  void: passVoid.as('void'),
  is_over: isOverForBuyer(now).as('is_over'),
});
