import { sql } from 'drizzle-orm';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';

export interface GroupFacts {
  payments: number;
  places: number;
  buyers: number;
  /** Includes fees. In a squad, counts only the buyer's own part. */
  total_cents: number;
  /** How many payments are charged. */
  charged: number;
  /** How many payments are authorized. Includes the charged payments. */
  authorized: number;
  /** How many payments still wait for the card or have failed. */
  unpaid: number;
  /** How many pending requests can still be answered, or have an answer that can still be undone. */
  unanswered: number;
  /** The earliest deadline, in UTC ms, of the requests that still wait for a payment or an answer. */
  until: number | null;
  ended: 'declined' | 'expired' | 'cancelled' | null;
}

/** SQL value. Null if the request has no group. A seller's answer counts only when it can no longer be undone. */
export function groupOfRequest(now: Date) {
  const at = now.getTime();
  const isFinal = sql`(member.answer is 'accepted' and member.expires_at <= ${at})`;
  const isOverdue = sql`(member.status = 'pending' and member.expires_at <= ${at} and member.answer is not 'accepted')`;
  const isOpen = sql`(member.status = 'pending' and not ${isOverdue})`;
  const isWaiting = sql`(${isOpen} and (not ${isFinal} or pay.status is 'awaiting'))`;
  const count = (status: 'declined' | 'expired') => sql`sum(member.status = ${status}
    or (${isOverdue} and coalesce(member.answer, 'expired') = ${status}))`;
  return sql<GroupFacts | null>`iif(${ticketRequests.group_id} is null, null, (select json_object(
    'payments', count(*), 'places', sum(member.quantity),
    'buyers', count(distinct member.buyer_id), 'total_cents', coalesce(sum(iif(
      member.buyer_id = ${ticketRequests.buyer_id}, pay.tickets_cents + pay.buyer_fee_cents, 0)), 0),
    'charged', coalesce(sum(pay.status = 'captured'), 0),
    'authorized', coalesce(sum(pay.status in ('authorized', 'captured')), 0),
    'unpaid', coalesce(sum(pay.status in ('awaiting', 'failed')), 0),
    'unanswered', sum(${isOpen} and not ${isFinal}),
    'until', min(iif(${isWaiting}, coalesce(member.asked_until, member.expires_at), null)),
    'ended', case when ${count('declined')} > 0 then 'declined' when ${count('expired')} > 0 then 'expired'
      when sum(member.status = 'cancelled') > 0 then 'cancelled' end)
    from ticket_requests as member left join payments as pay on pay.request_id = member.id
    where member.group_id = ${ticketRequests.group_id}))`
    .mapWith((text: string): GroupFacts | null => JSON.parse(text) as GroupFacts)
    .as('group');
}
