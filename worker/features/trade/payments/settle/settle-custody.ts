import { deliverHandover, setHandoverDue } from './statements.db.ts';
import { type Look, step, type Turn } from './turn.ts';

/**
 * Tickets whose files we keep are delivered as soon as they are paid: the acceptance has given them to the request. If
 * there are fewer than were bought, the deadline is now, and the hand-over fails as one that was not delivered.
 */
export async function settleCustody(look: Look): Promise<Turn | null> {
  const { sale, db, now } = look;
  const { handover, payment, request, tickets_given } = sale;
  if (tickets_given === null || handover?.status !== 'due') return null;
  if (tickets_given >= request.quantity) return step(look, {}, [deliverHandover(db, payment.request_id, now)]);
  return handover.due_at > now ? step(look, {}, [setHandoverDue(db, payment.request_id, now)]) : null;
}
