import { sql } from 'drizzle-orm';
import { payments } from './payments.ts';
import { ticketRequests } from '../ticket-requests.ts';

/**
 * SQL condition: the seller has accepted, and the buyer pays through Vouch. The card is possibly charged already, so
 * only `settle` can end such a ticket request.
 */
export const awaitsCapture = sql<number>`(${ticketRequests.answer} is 'accepted'
  and exists (select 1 from ${payments} where ${payments.request_id} = ${ticketRequests.id}))`;

/**
 * SQL condition: an accepted ticket request waits for the requests in its group. One of their sellers has not accepted
 * yet, or can still undo the answer.
 */
export const awaitsGroup = (now: Date) =>
  sql<number>`(ticket_requests.group_id is not null and ticket_requests.answer is 'accepted' and exists (
    select 1 from ticket_requests as member where member.group_id = ticket_requests.group_id
      and member.status = 'pending'
      and (member.answer is not 'accepted' or member.expires_at > ${now.getTime()})))`;

export const isAcceptedInGroup = sql<number>`(ticket_requests.group_id is not null
  and ticket_requests.answer is 'accepted')`;

/** SQL condition: no card is authorized yet, so the seller does not see the request. */
export const awaitsCard = sql<number>`exists (select 1 from ${payments}
  where ${payments.request_id} = ${ticketRequests.id}
  and ${payments.status} = 'awaiting')`;

export const isAskedOrUnpaid = sql<number>`exists (select 1 from ${payments}
  where ${payments.request_id} = ${ticketRequests.id}
  and (${payments.status} = 'awaiting' or ${payments.seller_asked_at} is not null))`;

/** SQL condition: the buyer can still enter a card, the card is authorized, or the card is charged. */
export const hasOpenPayment = sql<number>`exists (select 1 from ${payments}
  where ${payments.request_id} = ${ticketRequests.id}
  and ${payments.status} in ('awaiting', 'authorized', 'captured'))`;
