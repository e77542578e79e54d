import { failSale } from './remedy.ts';
import type { Snapshot, StepResult } from './step.ts';

/**
 * Fails the sale if a problem is decided for the buyer: by facts, by staff, or because nobody decided in time. If the
 * buyer has opened and confirmed the tickets, only staff decide. A decision for the seller needs no step here, because
 * the decision itself ends the hand-over.
 */
export async function settleProblem(snapshot: Snapshot): Promise<StepResult | null> {
  const { problem, handover } = snapshot.sale;
  if (!problem || handover?.status !== 'problem') return null;
  if (!problem.ruled_by && (problem.decide_by > snapshot.now || problem.held_because === 'confirmed')) return null;
  return failSale(snapshot, { reason: 'problem', by: problem.ruled_by === 'staff' ? 'staff' : 'time' });
}
