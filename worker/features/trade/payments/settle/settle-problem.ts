import { failSale } from './remedy.ts';
import type { Look, Turn } from './turn.ts';

/**
 * Carries out the decision for the buyer of a problem: facts or staff have made it, or nobody has made one in time. A
 * decision for the seller ends the hand-over where it is made. Nobody's silence decides about tickets that the buyer
 * has opened and confirmed.
 */
export async function settleProblem(look: Look): Promise<Turn | null> {
  const { problem, handover } = look.sale;
  if (!problem || handover?.status !== 'problem') return null;
  if (!problem.ruled_by && (problem.decide_by > look.now || problem.held_because === 'confirmed')) return null;
  return failSale(look, { reason: 'problem', by: problem.ruled_by === 'staff' ? 'staff' : 'time' });
}
