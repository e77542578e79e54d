import { type SQL, sql } from 'drizzle-orm';
import { OPEN_END_MS } from '../../../drizzle/open-end.ts';
import { events } from '../../../drizzle/tables/events.ts';
import { ticketRequests } from '../../../drizzle/tables/ticket-requests.ts';
import { PROBLEM_TIMES } from '../../contract/problem-times.ts';

/** The end of an event, in SQL, UTC ms. */
export const eventEnd = sql`coalesce(${events.end_at}, ${events.start_at} + ${OPEN_END_MS})`;

/** True, in SQL, of a request whose tickets the door has all let in. The seller's silence decides nothing about them. */
const isIn = sql`${ticketRequests.quantity} <= (select count(*) from scans as entry where entry.request_id = ${ticketRequests.id} and entry.seat = 1)`;

/** Until when the seller must answer a problem that was reported `at` (UTC ms), in SQL, for a query that reads the request and its event. */
export function answerBy(at: SQL): SQL {
  const { answer, answer_at_door, staff } = PROBLEM_TIMES;
  const door = sql`(${events.start_at} - ${PROBLEM_TIMES.door})`;
  return sql`case when ${isIn} then ${at} + ${staff} when ${at} < ${door} then min(${at} + ${answer}, ${door} + ${answer_at_door})
    when ${at} <= ${eventEnd} then ${at} + ${answer_at_door} else ${at} + ${answer} end`;
}
