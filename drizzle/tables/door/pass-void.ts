import { type SQL, sql } from 'drizzle-orm';
import type { PassVoid } from '../../handover-vocabulary.ts';
import { isOver } from '../nights/event-over.ts';
import { events } from '../nights/events.ts';
import { handovers } from '../trade/handovers.ts';
import { isLaunched } from '../staff/launch-switches.ts';
import { payments } from '../trade/money/payments.ts';
import { ticketRequests } from '../trade/ticket-requests.ts';

/**
 * SQL: why the passes of a paid request are void, or null if they are valid. The query must join `payments`,
 * `handovers` and `events`. An open problem does not void a pass. Refunds void a pass once they add up to the buyer's
 * total minus `added_cents`, the part that we paid. Refunds with the reason `cheaper` are not added up.
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

/** A buyer can get in at least until the promised end, even if an edit moves the end to an earlier time. */
export const isOverForBuyer = (now: Date): SQL<number> =>
  sql<number>`(${isOver(now)} and coalesce(${payments.promised_end_at}, 0) <= ${now.getTime()})`;

/**
 * The columns that decide whether a request has passes. The query must select from `ticket_requests`, join `events` and
 * left join `payments` and `handovers`.
 */
export const passFacts = ({ now }: { now: Date }) => ({
  is_on: sql<boolean>`${isLaunched('handover')}`.mapWith(Boolean).as('is_on'),
  status: ticketRequests.status,
  payment_status: sql<string | null>`${payments.status}`.as('payment_status'),
  void: passVoid.as('void'),
  is_over: isOverForBuyer(now).as('is_over'),
});
