import { and, eq, sql } from 'drizzle-orm';
import { problems } from '../../../../drizzle/tables/trade/problems.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import type { Db } from '../../../context.ts';
import { PROBLEM_TIMES } from '../../../contract/trade/problem-times.ts';
import { requestNotFound } from '../../../http/answers/errors.ts';
import type { Step } from './handover.db.ts';
import { noPicture, problemEnded } from '../payments/payments.errors.ts';
import { isFree, claim } from './problems.db.ts';

/**
 * Stores the seller's answer to an open problem. A repeat of the same text changes nothing. Throws
 * `payments.problem_ended` if the seller gave a different answer before, or answers too late. Also throws
 * `tickets.request_not_found` and `payments.no_picture`.
 */
export async function answerProblem(
  db: Db,
  { id, actor_id, now, text, file_id }: Step & { text: string; file_id?: string | undefined },
): Promise<{ isNew: boolean }> {
  const isOwn = sql`exists (select 1 from ${ticketRequests} where ${ticketRequests.id} = ${id}
    and ${ticketRequests.seller_id} = ${actor_id})`;
  const isAwaited = sql`${problems.seller_answered_at} is null and ${problems.ruled_by} is null
    and ${problems.decide_by} > ${now.getTime()}`;
  const picture = file_id === undefined ? undefined : isFree(file_id, actor_id);
  const answered = db
    .update(problems)
    .set({
      seller_text: text,
      seller_file_id: file_id ?? null,
      seller_answered_at: now,
      decide_by: sql`iif(${problems.held_because} is null, ${problems.created_at} + ${PROBLEM_TIMES.staff},
        ${problems.decide_by})`,
    })
    .where(and(eq(problems.request_id, id), eq(problems.status, 'open'), isAwaited, isOwn, picture))
    .returning({ id: problems.id });
  const facts = db
    .select({
      said: sql<string | null>`(select said.seller_text from problems as said where said.request_id = ${id}
        and said.status = 'open')`.as('said'),
      is_free: sql<number>`${file_id === undefined ? sql`1` : isFree(file_id, actor_id)}`.as('is_free'),
    })
    .from(ticketRequests)
    .where(and(eq(ticketRequests.id, id), eq(ticketRequests.seller_id, actor_id)));
  const [[found], moved] = await db.batch([
    facts,
    answered,
    ...(file_id === undefined ? [] : [claim(db, { file_id, now })]),
  ]);
  if (!found) throw requestNotFound();
  if (moved.length > 0) return { isNew: true };
  if (found.said === text) return { isNew: false };
  throw found.said === null && !found.is_free ? noPicture() : problemEnded();
}
