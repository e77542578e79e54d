import { and, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { handovers } from '../../../../drizzle/tables/trade/handovers.ts';
import { isLaunched } from '../../../../drizzle/tables/staff/launch-switches.ts';
import { listings } from '../../../../drizzle/tables/trade/listings.ts';
import { payments } from '../../../../drizzle/tables/trade/money/payments.ts';
import { problems } from '../../../../drizzle/tables/trade/problems.ts';
import { saleEnd } from '../../../http/shared/promised-times.ts';
import { ticketFiles } from '../../../../drizzle/tables/trade/ticket-files.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import type { ProblemKind } from '../../../../drizzle/handover-vocabulary.ts';
import type { Db } from '../../../context.ts';
import { PROBLEM_MS } from '../../../contract/trade/payment-times.ts';
import { PROBLEM_TIMES, worksFrom } from '../../../contract/trade/problem-times.ts';
import { DomainError } from '../../../http/answers/errors.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import { answerBy, isConfirmed } from '../payments/answer-by.db.ts';
import { isFreeFile, step, type Step } from './handover.db.ts';
import { notCancelled, noPicture, notSeen, stillDue, ticketsAreHere, tooEarly } from '../payments/payments.errors.ts';

const { request_id, status, due_at } = handovers;

export interface Reported {
  kind?: ProblemKind | undefined;
  text?: string | undefined;
  file_id?: string | undefined;
}

const SAID: Record<ProblemKind, string> = {
  not_delivered: 'The tickets didn’t arrive.',
  did_not_work: 'The tickets didn’t work at the door.',
  event_cancelled: 'The night was canceled.',
  not_as_described: 'The tickets aren’t as described.',
  wrong_code: 'The code in the file differs from the one that the seller listed.',
};

const sale = sql`${ticketRequests} join ${events} on ${events.id} = ${ticketRequests.event_id}
  join ${payments} on ${payments.request_id} = ${ticketRequests.id}`;

const listingOf = (requestId: string) =>
  sql`(select ${ticketRequests.listing_id} from ${ticketRequests} where ${ticketRequests.id} = ${requestId})`;

const isKeptHere = (requestId: string) =>
  sql`exists (select 1 from ${listings} where ${listings.id} = ${listingOf(requestId)}
    and ${listings.handover_kind} = 'file')`;

export const isFree = (fileId: string, actorId: string) =>
  isFreeFile(fileId, { owner_id: actorId, purpose: 'evidence' });

/**
 * Stores a problem that the buyer reports about the tickets. This freezes the payout. A repeated report changes
 * nothing. If the buyer's phone has confirmed the code of an opened ticket, only staff can decide about the problem.
 * Throws the errors of `step`, and `payments.still_due`, `payments.too_early`, `tickets.not_shown`,
 * `payments.tickets_are_here` and `payments.no_picture`.
 */
export async function reportProblem(
  db: Db,
  { kind = 'not_as_described', text = SAID[kind], file_id, ...given }: Step & Reported,
) {
  const { id, actor_id, now } = given;
  const change = { status: 'problem', problem: text, problem_at: now } as const;
  const inTime = sql`exists (select 1 from ${sale} where ${ticketRequests.id} = ${request_id}
    and ${saleEnd()} + ${PROBLEM_MS} > ${now.getTime()})`;
  const usual = or(eq(status, 'delivered'), and(eq(status, 'due'), gt(due_at, now)))!;
  const picture = file_id === undefined ? undefined : isFree(file_id, actor_id);
  const also = [
    insertProblem(db, { id, kind, text, file_id, now }),
    ...(file_id === undefined ? [] : [claim(db, { file_id, now })]),
  ];
  const may =
    kind === 'not_delivered'
      ? and(isMissing(id, { usual, now }), inTime, picture)
      : and(usual, inTime, isKnown({ id, kind, now }), isSeen(id), picture);
  try {
    return await step(db, { ...given, role: 'buyer', change, may, also, isCancelledToo: kind === 'event_cancelled' });
  } catch (error) {
    const isRefused = error instanceof DomainError && error.code === 'payments.handover_ended';
    throw isRefused ? await explain(db, { id, actor_id, kind, file_id, now, error }) : error;
  }
}

/** SQL source: a sale with its payment and event. It is empty while the switch `handover` is off. */
const soldHere = (id: string) => sql`payments as sold join ticket_requests as bought on bought.id = sold.request_id
  join events as shown on shown.id = bought.event_id where sold.request_id = ${id} and ${isLaunched('handover')}`;

/** For each kind of problem: the SQL condition under which a buyer cannot know of it before the doors. */
const UNKNOWN: Partial<Record<ProblemKind, SQL>> = {
  did_not_work: sql`1`,
  not_as_described: sql`sold.promised_kind is 'file'`,
  event_cancelled: sql`shown.cancelled_at is null`,
};

/** SQL condition: the buyer can know of the problem. Always true from an hour before the promised start. */
function isKnown({ id, kind, now }: { id: string; kind: ProblemKind; now: Date }): SQL | undefined {
  const unknown = UNKNOWN[kind];
  return (
    unknown &&
    sql`not exists (select 1 from ${soldHere(id)} and ${unknown}
      and sold.promised_start_at - ${PROBLEM_TIMES.door} > ${now.getTime()})`
  );
}

/**
 * SQL condition: if the tickets are uploaded files, the buyer has opened one. Always true for a cancelled event.
 * Without this condition, a buyer could report a problem, win because the seller does not answer, and then open the
 * tickets.
 */
const isSeen = (id: string) =>
  sql`not exists (select 1 from ${soldHere(id)} and sold.promised_kind is 'file' and shown.cancelled_at is null
    and not exists (select 1 from listing_tickets as opened
      where opened.request_id = ${id} and opened.shown_at is not null))`;

/**
 * SQL condition: the seller has missed the deadline, or has marked the tickets as sent and we do not keep their files.
 * While `handover` is off, the condition is `usual` instead.
 */
function isMissing(id: string, { usual, now }: { usual: SQL; now: Date }): SQL {
  const isLate = sql`(${status} = 'due' and ${due_at} <= ${now.getTime()})`;
  return sql`iif(${isLaunched('handover')}, ${isLate}
    or (${status} = 'delivered' and not ${isKeptHere(id)}), ${usual})`;
}

const isReported = ({ id, now }: { id: string; now: Date }) =>
  sql`exists (select 1 from ${handovers} where ${request_id} = ${id} and ${status} = 'problem'
    and ${handovers.problem_at} = ${now.getTime()})`;

/** Inserts the problem only if the statement before this one changed the hand-over to `problem`. */
function insertProblem(
  db: Db,
  { id, kind, text, file_id, now }: Reported & { id: string; kind: ProblemKind; text: string; now: Date },
) {
  return insertFrom(db, problems, {
    row: {
      request_id: id,
      kind,
      text,
      file_id: file_id ?? null,
      ruled_by: ruling({ kind, id }),
      held_because: sql`iif(${isConfirmed}, 'confirmed', null)`,
      decide_by: answerBy(sql`${now.getTime()}`),
      created_at: now,
    },
    from: sql`from ${sale} where ${ticketRequests.id} = ${id} and ${isLaunched('handover')}
      and ${isReported({ id, now })}
      and not exists (select 1 from problems as earlier where earlier.request_id = ${id} and earlier.status = 'open')`,
  });
}

/**
 * SQL value for `ruled_by`: `facts` for missing tickets that the seller never marked as sent, otherwise null. It
 * is also null for a reported wrong code, because a dishonest buyer could send any code.
 */
function ruling({ kind, id }: { kind: ProblemKind; id: string }): SQL | null {
  if (kind !== 'not_delivered') return null;
  return sql`(select iif(${handovers.delivered_at} is null, 'facts', null) from ${handovers}
    where ${request_id} = ${id})`;
}

export const claim = (db: Db, { file_id, now }: { file_id: string; now: Date }) =>
  db
    .update(ticketFiles)
    .set({ claimed_at: now })
    .where(
      and(
        eq(ticketFiles.id, file_id),
        isNull(ticketFiles.claimed_at),
        sql`exists (select 1 from ${problems} where ${file_id} in (${problems.file_id}, ${problems.seller_file_id}))`,
      ),
    );

async function explain(
  db: Db,
  {
    id,
    actor_id,
    kind,
    file_id,
    now,
    error,
  }: Pick<Step, 'id' | 'actor_id' | 'now'> & { kind: ProblemKind; file_id: string | undefined; error: Error },
): Promise<Error> {
  const [found] = await db
    .select({
      status: handovers.status,
      due_at: handovers.due_at,
      promised_start_at: payments.promised_start_at,
      is_known: sql<number>`${isKnown({ id, kind, now }) ?? sql`1`}`.as('is_known'),
      is_seen: sql<number>`${isSeen(id)}`.as('is_seen'),
      hands_over: isLaunched('handover').as('hands_over'),
      is_kept_here: sql<number>`${isKeptHere(id)}`.as('is_kept_here'),
      is_free: sql<number>`${file_id === undefined ? sql`1` : isFree(file_id, actor_id)}`.as('is_free'),
    })
    .from(handovers)
    .innerJoin(payments, eq(payments.request_id, request_id))
    .where(eq(request_id, id));
  if (!found?.hands_over) return error;
  const isOpen = found.status === 'delivered';
  const early = kind === 'event_cancelled' ? notCancelled : tooEarly;
  if (!found.is_known && isOpen) return early(worksFrom(found), now);
  if (!found.is_seen && isOpen && kind !== 'not_delivered') return notSeen();
  if (!found.is_free) return noPicture();
  if (kind !== 'not_delivered') return error;
  if (found.status === 'due') return stillDue(found.due_at, now);
  return found.status === 'delivered' && found.is_kept_here ? ticketsAreHere() : error;
}
