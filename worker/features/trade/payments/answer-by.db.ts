import { type SQL, sql } from 'drizzle-orm';
import { payments } from '../../../../drizzle/tables/trade/money/payments.ts';
import { saleEnd } from '../../../http/shared/promised-times.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import { PROBLEM_TIMES } from '../../../contract/trade/problem-times.ts';

/**
 * True, in SQL, of a request whose tickets the door has all let in. The seller's silence decides nothing about them.
 */
const isIn = sql`${ticketRequests.quantity} <= (select count(*) from scans as entry
  where entry.request_id = ${ticketRequests.id} and entry.seat = 1)`;

/**
 * True, in SQL, of a request with a ticket that its buyer has opened, and whose code the buyer's phone has confirmed.
 */
export const isConfirmed = sql`exists (select 1 from listing_tickets as opened
  where opened.request_id = ${ticketRequests.id}
  and opened.shown_at is not null and opened.matched_at is not null)`;

/**
 * Until when the seller must answer a problem that was reported `at` (UTC ms), in SQL, for a query that reads the
 * request, its event and its payment. An edit of the night later does not change it. Until then staff decide, if the
 * tickets were let in or confirmed.
 */
export function answerBy(at: SQL): SQL {
  const { answer, answer_at_door, staff } = PROBLEM_TIMES;
  const door = sql`(${payments.promised_start_at} - ${PROBLEM_TIMES.door})`;
  return sql`case when ${isIn} or ${isConfirmed} then ${at} + ${staff}
    when ${at} < ${door} then min(${at} + ${answer}, ${door} + ${answer_at_door})
    when ${at} <= ${saleEnd()} then ${at} + ${answer_at_door} else ${at} + ${answer} end`;
}
