import { and, eq, gt, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import { awaitsCard, awaitsGroup, hasOpenPayment } from '../../../../drizzle/tables/trade/money/awaits-capture.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { squadCards } from '../../../../drizzle/tables/trade/squad-cards.ts';
import { type TicketRequest, ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import type { TicketAnswer } from '../../../../drizzle/vocabulary.ts';
import type { Db } from '../../../context.ts';
import { answersFrom, movesTo, TICKET_REQUEST_MOVES } from '../../../contract/trade/ticket-moves.ts';
import { UNDO_MS } from '../../../contract/staff/undo.ts';
import type { ChangedEvent } from '../../../http/database/batch.ts';
import { eventCancelled, requestNotFound } from '../../../http/answers/errors.ts';
import { requestEnded, undoTooLate } from '../listings/tickets.errors.ts';

const { id, status, answer, asked_until, expires_at, buyer_id, seller_id, event_id } = ticketRequests;

/**
 * SQL condition: the request has the id `requestId`, or the same group and listing as that request. So one answer of a
 * seller covers all friends of a squad who buy from the listing.
 */
const isAnsweredWith = (requestId: string) => sql`(ticket_requests.id = ${requestId}
  or (ticket_requests.group_id, ticket_requests.listing_id) = (select own.group_id, own.listing_id
    from ticket_requests as own where own.id = ${requestId}))`;

const hasBegun = sql`exists (select 1 from ticket_requests as member
  where member.group_id = ticket_requests.group_id and member.status = 'accepted')`;

interface Mover {
  id: string;
  actor_id: string;
  now: Date;
}

/** A repeat changes nothing. Throws `tickets.request_not_found` and `tickets.request_ended`. */
export async function cancelRequest(
  db: Db,
  mover: Mover,
): Promise<{ request: TicketRequest; has_payment: boolean; changed: ChangedEvent[] }> {
  const isTheirs = and(eq(id, mover.id), eq(buyer_id, mover.actor_id));
  const from = inArray(status, movesTo(TICKET_REQUEST_MOVES, 'cancelled'));
  // All of the buyer's requests in a group are cancelled together.
  const ofGroup = sql`ticket_requests.group_id = (select own.group_id from ticket_requests as own
    where own.id = ${mover.id})`;
  const [moved, , found] = await db.batch([
    db
      .update(ticketRequests)
      .set({
        status: 'cancelled',
        answer: null,
        asked_until: null,
        expires_at: sql`coalesce(${asked_until}, ${expires_at})`,
        told_at: mover.now,
      })
      .where(
        and(
          or(eq(id, mover.id), ofGroup),
          eq(buyer_id, mover.actor_id),
          from,
          // A request with a final answer can still be cancelled while it waits for the other sellers of its group.
          or(gt(expires_at, mover.now), awaitsGroup(mover.now)),
          not(hasBegun),
        ),
      )
      .returning({ id }),
    // Only this buyer leaves the squad. The cards of the other friends do not get a `left_at`.
    db
      .update(squadCards)
      .set({ left_at: mover.now })
      .where(
        and(
          eq(squadCards.id, mover.id),
          sql`exists (select 1 from ticket_requests as own where own.id = ${squadCards.id}
            and own.buyer_id = ${mover.actor_id} and own.status = 'cancelled' and own.told_at = ${mover.now.getTime()})`,
        ),
      ),
    readRequest(db, isTheirs),
  ]);
  const { request, slug, has_payment } = foundOne(found);
  if (moved.length === 0 && request.status !== 'cancelled') throw requestEnded(endOf(request));
  return { request, has_payment, changed: moved.length > 0 ? [{ id: request.event_id, slug }] : [] };
}

/**
 * Stores a seller's answer. For ten seconds the seller can undo or change it, and the buyer does not see it. A repeat
 * changes nothing. Throws `tickets.request_not_found`, `tickets.request_ended`, and `event.cancelled`.
 */
export async function answerRequest(db: Db, { to, ...mover }: Mover & { to: TicketAnswer }) {
  const isTheirs = and(eq(id, mover.id), eq(seller_id, mover.actor_id));
  const isOfSeller = and(isAnsweredWith(mover.id), eq(seller_id, mover.actor_id));
  const from = answersFrom(to);
  const mayAnswer = or(isNull(answer), inArray(answer, from));
  const inTen = mover.now.getTime() + UNDO_MS;
  // A changed answer becomes final ten seconds after the change, or at the original expiry if that comes first. It
  // never becomes final before the time when the previous answer would have become final.
  const final = sql`iif(${answer} is null, ${inTen}, max(${expires_at}, min(${inTen}, ${asked_until})))`;
  const takesPlace = sql`exists (select 1 from ${events} where ${events.id} = ${event_id}
    and ${events.cancelled_at} is null)`;
  const [answered, found] = await db.batch([
    db
      .update(ticketRequests)
      .set({ answer: to, asked_until: sql`coalesce(${asked_until}, ${expires_at})`, expires_at: final })
      .where(and(isOfSeller, eq(status, 'pending'), gt(expires_at, mover.now), mayAnswer, takesPlace, not(awaitsCard)))
      .returning({ id }),
    readRequest(db, isTheirs),
  ]);
  const { request, is_cancelled, is_unpaid } = foundOne(found);
  if (is_unpaid) throw requestNotFound();
  if (request.status === 'pending' && request.answer !== to && is_cancelled) throw eventCancelled();
  if (request.status !== to && request.answer !== to) throw requestEnded(endOf(request));
  return { request, isNew: answered.length > 0 };
}

/** A repeat changes nothing. Throws `tickets.request_not_found`, or `tickets.undo_too_late` after the ten seconds. */
export async function undoAnswer(db: Db, mover: Mover): Promise<{ request: TicketRequest }> {
  const isTheirs = and(eq(id, mover.id), eq(seller_id, mover.actor_id));
  const [, found] = await db.batch([
    db
      .update(ticketRequests)
      .set({ answer: null, asked_until: null, expires_at: sql`${asked_until}` })
      .where(
        and(
          isAnsweredWith(mover.id),
          eq(seller_id, mover.actor_id),
          eq(status, 'pending'),
          inArray(answer, answersFrom(null)),
          gt(expires_at, mover.now),
        ),
      ),
    readRequest(db, isTheirs),
  ]);
  const { request } = foundOne(found);
  if (request.status !== 'pending' || request.answer !== null) throw undoTooLate();
  return { request };
}

function readRequest(db: Db, isTheirs: SQL | undefined) {
  const event = sql`${events} where ${events.id} = ${event_id}`;
  return db
    .select({
      request: ticketRequests,
      is_unpaid: awaitsCard.mapWith(Boolean),
      has_payment: hasOpenPayment.mapWith(Boolean),
      slug: sql<string>`(select ${events.slug} from ${event})`,
      is_cancelled: sql<number>`(select ${events.cancelled_at} is not null from ${event})`.mapWith(Boolean),
    })
    .from(ticketRequests)
    .where(isTheirs);
}

function foundOne([found]: Awaited<ReturnType<typeof readRequest>>) {
  if (!found) throw requestNotFound();
  return found;
}

const endOf = ({ status: stored, answer: given }: TicketRequest) =>
  stored === 'pending' ? (given ?? 'expired') : stored;
