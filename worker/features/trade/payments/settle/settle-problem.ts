import { failSale } from './remedy.ts';
import type { Snapshot, StepResult } from './step.ts';

/**
 * Fails the sale once the problem is decided for the buyer, or once the time to decide is over. A decision for the
 * seller needs no step here, because its own write ends the hand-over. Once the buyer's phone has read the code of an
 * opened ticket, the problem waits for staff, however long they take.
 */
export async function settleProblem(snapshot: Snapshot): Promise<StepResult | null> {
  const { problem, handover } = snapshot.sale;
  if (!problem || handover?.status !== 'problem') return null;
  if (!problem.ruled_by && (problem.decide_by > snapshot.now || problem.held_because === 'confirmed')) return null;
  return failSale(snapshot, { reason: 'problem', by: problem.ruled_by === 'staff' ? 'staff' : 'time' });
}
