import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import { events } from '../../../drizzle/tables/events.ts';
import { type TicketRequest, ticketRequests } from '../../../drizzle/tables/ticket-requests.ts';
import type { TicketRequestStatus } from '../../../drizzle/vocabulary.ts';
import type { Db } from '../../context.ts';
import { movesTo, TICKET_REQUEST_MOVES } from '../../contract/ticket-moves.ts';
import type { ChangedEvent } from '../../http/batch.ts';
import { requestEnded, requestNotFound } from './tickets.errors.ts';

/** The side that may make each move: the buyer cancels, the seller accepts or declines. */
const MOVER = {
  cancelled: ticketRequests.buyer_id,
  accepted: ticketRequests.seller_id,
  declined: ticketRequests.seller_id,
} as const satisfies Partial<Record<TicketRequestStatus, unknown>>;

/**
 * Moves a pending request on for its buyer or seller; by trigger its tickets are sold or go back. One round trip, with `mail` as the
 * next write behind the move. A repeat answers the request as the first did. Throws `tickets.request_not_found` where it is not the
 * actor's, `tickets.request_ended` where it has ended otherwise, or has run out.
 */
export async function moveRequest(
  db: Db,
  {
    id,
    actor_id,
    to,
    now,
    mail,
  }: { id: string; actor_id: string; to: keyof typeof MOVER; now: Date; mail?: BatchItem<'sqlite'> | undefined },
): Promise<{ request: TicketRequest; changed: ChangedEvent[] }> {
  const theirs = and(eq(ticketRequests.id, id), eq(MOVER[to], actor_id));
  const from = inArray(ticketRequests.status, movesTo(TICKET_REQUEST_MOVES, to));
  const [moved, [found]] = await db.batch([
    db
      .update(ticketRequests)
      .set({ status: to })
      .where(and(theirs, from, gt(ticketRequests.expires_at, now)))
      .returning({ id: ticketRequests.id }),
    db
      .select({
        request: ticketRequests,
        slug: sql<string>`(select ${events.slug} from ${events} where ${events.id} = ${ticketRequests.event_id})`,
      })
      .from(ticketRequests)
      .where(theirs),
    ...(mail ? [mail] : []),
  ]);
  if (!found) throw requestNotFound();
  const { request, slug } = found;
  if (request.status !== to) throw requestEnded(request.status === 'pending' ? 'expired' : request.status);
  return { request, changed: moved.length > 0 ? [{ id: request.event_id, slug }] : [] };
}
