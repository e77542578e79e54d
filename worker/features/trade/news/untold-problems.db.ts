import { and, asc, eq, sql } from 'drizzle-orm';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { problems } from '../../../../drizzle/tables/trade/problems.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import type { ProblemStage } from '../../../../drizzle/handover-vocabulary.ts';
import type { Db } from '../../../context.ts';
import { mailedEvent, mailedVenue } from '../listings/mailed-event.db.ts';
import { addressOf, backFromReplacement, nameOf } from './find-untold.db.ts';

// The condition of the index `problems_untold` contains the same expression. If the two differ, SQLite does not use the
// index.
const stage = sql<ProblemStage>`iif(${problems.status} <> 'open', 'decided', iif(${problems.seller_answered_at} is null,
  'reported', 'answered'))`;

export function findUntoldProblems(db: Db, { limit }: { limit: number }) {
  return db
    .select({
      id: problems.id,
      request_id: problems.request_id,
      status: problems.status,
      stage: stage.as('stage'),
      told: problems.told,
      text: problems.text,
      seller_text: problems.seller_text,
      decide_by: problems.decide_by,
      held_because: problems.held_because,
      debt_cents: sql<number>`coalesce((select other.added_cents from payments as other
          where other.replaces = ${problems.request_id}), 0)`.as('replaced_added_cents'),
      is_refunding: sql`exists (select 1 from refunds as back where back.request_id = ${problems.request_id}
          and back.status in ('due', 'sent') and back.reason in ('problem', 'not_delivered', 'event_cancelled'))`
        .mapWith(Boolean)
        .as('is_refunding'),
      quantity: ticketRequests.quantity,
      replaced_back_cents: backFromReplacement(problems.request_id),
      buyer_name: nameOf(ticketRequests.buyer_id).as('buyer_name'),
      seller_name: nameOf(ticketRequests.seller_id).as('seller_name'),
      event: mailedEvent,
      venue: mailedVenue,
    })
    .from(problems)
    .innerJoin(ticketRequests, eq(ticketRequests.id, problems.request_id))
    .innerJoin(events, eq(events.id, ticketRequests.event_id))
    .innerJoin(venues, eq(venues.id, events.venue_id))
    .where(sql`${problems.told} is not ${stage}`)
    .orderBy(asc(problems.created_at))
    .limit(limit);
}

export type UntoldProblem = Awaited<ReturnType<typeof findUntoldProblems>>[number];

const isUntold = ({ id, told, stage: now }: UntoldProblem) =>
  sql`exists (select 1 from problems as telling where telling.id = ${id} and telling.told is ${told}
    and iif(telling.status <> 'open', 'decided', iif(telling.seller_answered_at is null, 'reported',
      'answered')) = ${now})`;

/** Finds no row if another run has already written the mail. */
export const readerOfProblem = (role: 'buyer' | 'seller', problem: UntoldProblem) =>
  addressOf(role, { request: sql`${problem.request_id}`, only: isUntold(problem) });

export const markProblem = (db: Db, problem: UntoldProblem) =>
  db
    .update(problems)
    .set({ told: problem.stage })
    .where(and(eq(problems.id, problem.id), isUntold(problem)));
