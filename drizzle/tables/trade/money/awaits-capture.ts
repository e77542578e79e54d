import { sql } from 'drizzle-orm';
import { payments } from './payments.ts';
import { ticketRequests } from '../ticket-requests.ts';

/**
 * SQL condition: the request has a payment and its seller has accepted, so it is charged next. Only `settle` can end
 * this request, because the card may already be charged. Use the condition in an update or a query of
 * `ticket_requests`.
 */
export const awaitsCapture = sql<number>`(${ticketRequests.answer} is 'accepted'
  and exists (select 1 from ${payments} where ${payments.request_id} = ${ticketRequests.id}))`;

/**
 * SQL condition: an accepted request of a group still waits, because another seller has not answered or can undo the
 * answer. Use the condition in an update or a query of `ticket_requests`.
 */
export const awaitsGroup = (now: Date) =>
  sql<number>`(ticket_requests.group_id is not null and ticket_requests.answer is 'accepted' and exists (
    select 1 from ticket_requests as member where member.group_id = ticket_requests.group_id
      and member.status = 'pending'
      and (member.answer is not 'accepted' or member.expires_at > ${now.getTime()})))`;

/** SQL condition: the request belongs to a group and its seller has accepted. It waits for the whole group. */
export const isAcceptedInGroup = sql<number>`(ticket_requests.group_id is not null
  and ticket_requests.answer is 'accepted')`;

/** SQL condition: no card is authorized for the request yet. Its seller does not see it. */
export const awaitsCard = sql<number>`exists (select 1 from ${payments}
  where ${payments.request_id} = ${ticketRequests.id}
  and ${payments.status} = 'awaiting')`;

/**
 * SQL condition: the seller must not get the mail now, because the request's payment has no authorized card yet or the
 * seller was already asked.
 */
export const isAskedOrUnpaid = sql<number>`exists (select 1 from ${payments}
  where ${payments.request_id} = ${ticketRequests.id}
  and (${payments.status} = 'awaiting' or ${payments.seller_asked_at} is not null))`;

/** SQL condition: the payment of the request is open. A checkout may be open, a card authorized, or money held. */
export const hasOpenPayment = sql<number>`exists (select 1 from ${payments}
  where ${payments.request_id} = ${ticketRequests.id}
  and ${payments.status} in ('awaiting', 'authorized', 'captured'))`;
