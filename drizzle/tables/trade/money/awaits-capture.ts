import { sql } from 'drizzle-orm';
import { payments } from './payments.ts';
import { ticketRequests } from '../ticket-requests.ts';

/**
 * True, in SQL, for a request with a payment whose seller has said yes: it is charged next. Only `settle` ends such a
 * request, because the card may have been charged already. For an update or a query of `ticket_requests`.
 */
export const awaitsCapture = sql<number>`(${ticketRequests.answer} is 'accepted'
  and exists (select 1 from ${payments} where ${payments.request_id} = ${ticketRequests.id}))`;

/**
 * True, in SQL, for an accepted request of a group that waits for the other sellers, or until they can no longer undo
 * their answers. For an update or a query of `ticket_requests`.
 */
export const awaitsGroup = (now: Date) =>
  sql<number>`(ticket_requests.group_id is not null and ticket_requests.answer is 'accepted' and exists (
    select 1 from ticket_requests as member where member.group_id = ticket_requests.group_id
      and member.status = 'pending'
      and (member.answer is not 'accepted' or member.expires_at > ${now.getTime()})))`;

/**
 * True, in SQL, for a request of a group that its seller has accepted. It is accepted with the group, and not by
 * itself.
 */
export const isAcceptedInGroup = sql<number>`(ticket_requests.group_id is not null
  and ticket_requests.answer is 'accepted')`;

/** True, in SQL, for a request whose card nobody has authorised yet. Its seller does not see it. */
export const awaitsCard = sql<number>`exists (select 1 from ${payments}
  where ${payments.request_id} = ${ticketRequests.id}
  and ${payments.status} = 'awaiting')`;

/**
 * True, in SQL, for a request with a payment whose seller must not be asked by mail: no card is authorised, or the mail
 * is written.
 */
export const isAskedOrUnpaid = sql<number>`exists (select 1 from ${payments}
  where ${payments.request_id} = ${ticketRequests.id}
  and (${payments.status} = 'awaiting' or ${payments.seller_asked_at} is not null))`;

/** True, in SQL, for a request whose payment is not over: a session may be open, a card authorised, or money held. */
export const hasOpenPayment = sql<number>`exists (select 1 from ${payments}
  where ${payments.request_id} = ${ticketRequests.id}
  and ${payments.status} in ('awaiting', 'authorized', 'captured'))`;
