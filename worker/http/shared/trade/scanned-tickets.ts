import { and, eq, inArray, isNull, not, sql } from 'drizzle-orm';
import { handovers } from '../../../../drizzle/tables/trade/handovers.ts';
import { problems } from '../../../../drizzle/tables/trade/problems.ts';
import type { Db } from '../../../context.ts';
import { PROBLEM_TIMES } from '../../../contract/trade/problem-times.ts';

const among = (column: unknown, values: readonly string[]) =>
  sql`${column} in (select value from json_each(${JSON.stringify(values)}))`;

/**
 * Ends, in one conditional write, the open hand-overs whose tickets were all scanned with proven codes, unless the
 * event is cancelled. Also ends undecided problems, because tickets that let people in are not refunded.
 */
export function receiveScanned(db: Db, { requests, now }: { requests: readonly string[]; now: Date }) {
  const allIn = sql`exists (select 1 from ticket_requests as bought join events as event on event.id = bought.event_id
    where bought.id = ${handovers.request_id} and event.cancelled_at is null and bought.quantity <= (
      select count(*) from scans as entry where entry.request_id = bought.id and entry.seat = 1 and entry.way = 'qr'))`;
  const isRuled = sql`exists (select 1 from problems as problem where problem.request_id = ${handovers.request_id}
    and problem.status = 'open' and problem.ruled_by is not null)`;
  return db
    .update(handovers)
    .set({ status: 'received', ended_at: now, ended_by: 'scan' })
    .where(
      and(
        among(handovers.request_id, requests),
        inArray(handovers.status, ['due', 'delivered', 'problem']),
        allIn,
        not(isRuled),
      ),
    )
    .returning({ request_id: handovers.request_id });
}

/**
 * Gives the undecided problem of a ticket request the deadline for staff if each ticket of the request let somebody in,
 * with or without a proven code. Before this deadline, the seller's silence does not decide the problem.
 */
export function leaveToStaff(db: Db, { requests }: { requests: readonly string[] }) {
  const isIn = sql`(select bought.quantity from ticket_requests as bought where bought.id = ${problems.request_id}) <= (
    select count(*) from scans as entry where entry.request_id = ${problems.request_id} and entry.seat = 1)`;
  return db
    .update(problems)
    .set({ decide_by: sql`${problems.created_at} + ${PROBLEM_TIMES.staff}` })
    .where(and(among(problems.request_id, requests), eq(problems.status, 'open'), isNull(problems.ruled_by), isIn));
}
