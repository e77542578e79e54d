import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { events } from '../../../drizzle/tables/events.ts';
import { type TicketRequest, ticketRequests } from '../../../drizzle/tables/ticket-requests.ts';
import type { TicketRequestStatus } from '../../../drizzle/vocabulary.ts';
import type { Db } from '../../context.ts';
import { movesTo, TICKET_REQUEST_MOVES } from '../../contract/ticket-moves.ts';
import type { ChangedEvent, Statement } from '../../http/batch.ts';
import { requestEnded, requestNotFound } from './tickets.errors.ts';

/** For each move, the column of the person who may make it: the buyer cancels, the seller accepts or declines. */
const MOVER = {
  cancelled: ticketRequests.buyer_id,
  accepted: ticketRequests.seller_id,
  declined: ticketRequests.seller_id,
} as const satisfies Partial<Record<TicketRequestStatus, unknown>>;

/**
 * Cancels, accepts or declines a pending request. A decline stores its time, from which the cool-down of the buyer counts. A trigger marks its tickets as sold or returns them. One round trip; `mail` is written
 * directly after the move. A repeat changes nothing and returns the request. Throws `tickets.request_not_found` for a request of other
 * people, and `tickets.request_ended` for a request that has expired or ended in another way.
 */
export async function moveRequest(
  db: Db,
  { id, actor_id, to, now, mail }: { id: string; actor_id: string; to: keyof typeof MOVER; now: Date; mail?: Statement | undefined },
): Promise<{ request: TicketRequest; changed: ChangedEvent[] }> {
  const isTheirs = and(eq(ticketRequests.id, id), eq(MOVER[to], actor_id));
  const from = inArray(ticketRequests.status, movesTo(TICKET_REQUEST_MOVES, to));
  const [moved, [found]] = await db.batch([
    db
      .update(ticketRequests)
      .set({ status: to, ...(to === 'declined' ? { declined_at: now } : {}) })
      .where(and(isTheirs, from, gt(ticketRequests.expires_at, now)))
      .returning({ id: ticketRequests.id }),
    db
      .select({
        request: ticketRequests,
        slug: sql<string>`(select ${events.slug} from ${events} where ${events.id} = ${ticketRequests.event_id})`,
      })
      .from(ticketRequests)
      .where(isTheirs),
    ...(mail ? [mail] : []),
  ]);
  if (!found) throw requestNotFound();
  const { request, slug } = found;
  if (request.status !== to) throw requestEnded(request.status === 'pending' ? 'expired' : request.status);
  return { request, changed: moved.length > 0 ? [{ id: request.event_id, slug }] : [] };
}
