import { type SQL, sql } from 'drizzle-orm';
import { payments } from '../../../../drizzle/tables/trade/money/payments.ts';
import { saleEnd } from '../../../http/shared/promised-times.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import { PROBLEM_TIMES } from '../../../contract/trade/problem-times.ts';

/** SQL condition: the door has scanned all tickets. */
const isIn = sql`${ticketRequests.quantity} <= (select count(*) from scans as entry
  where entry.request_id = ${ticketRequests.id} and entry.seat = 1)`;

/** SQL condition: the buyer's phone has confirmed the code of an opened ticket. */
export const isConfirmed = sql`exists (select 1 from listing_tickets as opened
  where opened.request_id = ${ticketRequests.id}
  and opened.shown_at is not null and opened.matched_at is not null)`;

/**
 * SQL value: the time by which the seller must answer a problem. If the tickets were scanned or confirmed, it is the
 * time by which staff must decide. `at` is when the problem was reported (UTC ms). The query must read the ticket
 * request, its event and its payment.
 */
export function answerBy(at: SQL): SQL {
  const { answer, answer_at_door, staff } = PROBLEM_TIMES;
  const door = sql`(${payments.promised_start_at} - ${PROBLEM_TIMES.door})`;
  return sql`case when ${isIn} or ${isConfirmed} then ${at} + ${staff}
    when ${at} < ${door} then min(${at} + ${answer}, ${door} + ${answer_at_door})
    when ${at} <= ${saleEnd()} then ${at} + ${answer_at_door} else ${at} + ${answer} end`;
}
