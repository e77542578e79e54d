import { PROBLEM_TIMES } from '../../../contract/problem-times.ts';
import { failSale } from './remedy.ts';
import type { Sale } from './sale.db.ts';
import { setDecideBy } from './statements.db.ts';
import { after, type Look, step, type Turn } from './turn.ts';

/**
 * Carries out the decision for the buyer of a problem: facts or staff have made it, or nobody has made one in time. A decision for the
 * seller ends the hand-over where it is made.
 */
export async function settleProblem(look: Look): Promise<Turn | null> {
  const { problem, handover } = look.sale;
  if (!problem || handover?.status !== 'problem') return null;
  if (!problem.ruled_by && problem.decide_by > look.now) {
    const earlier = earlierAnswer(problem, look.now);
    return earlier && step(look, {}, [setDecideBy(look.db, problem.id, earlier)]);
  }
  return failSale(look, { reason: 'problem', by: problem.ruled_by === 'staff' ? 'staff' : 'time' });
}

/**
 * The deadline of a problem without an answer, if the night was moved so that it lies before the old one. The seller keeps two hours from now.
 */
function earlierAnswer({ answer_by, decide_by, seller_answered_at }: NonNullable<Sale['problem']>, now: Date): Date | null {
  if (seller_answered_at) return null;
  const due = new Date(Math.max(answer_by.getTime(), after(now, PROBLEM_TIMES.answer_at_door).getTime()));
  return due < decide_by ? due : null;
}
