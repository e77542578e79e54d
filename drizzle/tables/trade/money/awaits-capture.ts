import { sql } from 'drizzle-orm';
import { payments } from './payments.ts';
import { ticketRequests } from '../ticket-requests.ts';

/**
 * SQL condition on `ticket_requests`: the request has a payment and its seller has accepted, so the charge comes next.
 * Only `settle` can end the request, because the card may already be charged.
 */
export const awaitsCapture = sql<number>`(${ticketRequests.answer} is 'accepted'
  and exists (select 1 from ${payments} where ${payments.request_id} = ${ticketRequests.id}))`;

/**
 * SQL condition on `ticket_requests`: an accepted request of a group still waits, because a seller of the group has not
 * accepted or can still undo the answer.
 */
export const awaitsGroup = (now: Date) =>
  sql<number>`(ticket_requests.group_id is not null and ticket_requests.answer is 'accepted' and exists (
    select 1 from ticket_requests as member where member.group_id = ticket_requests.group_id
      and member.status = 'pending'
      and (member.answer is not 'accepted' or member.expires_at > ${now.getTime()})))`;

/** SQL condition: the request is part of a group, and its seller has accepted. */
export const isAcceptedInGroup = sql<number>`(ticket_requests.group_id is not null
  and ticket_requests.answer is 'accepted')`;

/** SQL condition: no card is authorized yet, so the seller does not see the request. */
export const awaitsCard = sql<number>`exists (select 1 from ${payments}
  where ${payments.request_id} = ${ticketRequests.id}
  and ${payments.status} = 'awaiting')`;

/** SQL condition: the seller was asked already, or no card is authorized yet. */
export const isAskedOrUnpaid = sql<number>`exists (select 1 from ${payments}
  where ${payments.request_id} = ${ticketRequests.id}
  and (${payments.status} = 'awaiting' or ${payments.seller_asked_at} is not null))`;

/** SQL condition: a checkout may be open, a card authorized, or money held. */
export const hasOpenPayment = sql<number>`exists (select 1 from ${payments}
  where ${payments.request_id} = ${ticketRequests.id}
  and ${payments.status} in ('awaiting', 'authorized', 'captured'))`;
