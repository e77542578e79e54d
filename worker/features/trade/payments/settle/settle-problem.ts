import { failSale } from './remedy.ts';
import type { Snapshot, StepResult } from './step.ts';

/** Only staff decide about opened and confirmed tickets. A decision for the seller ends the hand-over by itself. */
export async function settleProblem(snapshot: Snapshot): Promise<StepResult | null> {
  const { problem, handover } = snapshot.sale;
  if (!problem || handover?.status !== 'problem') return null;
  if (!problem.ruled_by && (problem.decide_by > snapshot.now || problem.held_because === 'confirmed')) return null;
  return failSale(snapshot, { reason: 'problem', by: problem.ruled_by === 'staff' ? 'staff' : 'time' });
}
