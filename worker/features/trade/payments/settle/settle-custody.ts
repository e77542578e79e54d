import { deliverHandover, setHandoverDue } from './statements.db.ts';
import { type Snapshot, step, type StepResult } from './step.ts';

/** Delivers tickets whose files we keep. If a file is missing, the deadline becomes now, so the hand-over fails. */
export async function settleCustody(snapshot: Snapshot): Promise<StepResult | null> {
  const { sale, db, now } = snapshot;
  const { handover, payment, request, tickets_given } = sale;
  if (tickets_given === null || handover?.status !== 'due') return null;
  if (tickets_given >= request.quantity) return step(snapshot, {}, [deliverHandover(db, payment.request_id, now)]);
  return handover.due_at > now ? step(snapshot, {}, [setHandoverDue(db, payment.request_id, now)]) : null;
}
