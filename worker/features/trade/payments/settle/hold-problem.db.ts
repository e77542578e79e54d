import { and, eq } from 'drizzle-orm';
import { handovers } from '../../../../../drizzle/tables/trade/handovers.ts';
import { problems } from '../../../../../drizzle/tables/trade/problems.ts';
import type { ProblemHold } from '../../../../../drizzle/handover-vocabulary.ts';
import type { Db } from '../../../../context.ts';
import type { Statement } from '../../../../http/database/batch.ts';

/** Makes a problem wait for staff. Resets `told`, so that the buyer and the seller get a message about it. */
export const holdProblem = (db: Db, { id, ...held }: { id: string; held_because: ProblemHold; decide_by: Date }) =>
  db
    .update(problems)
    .set({ ...held, ruled_by: null, told: null })
    .where(and(eq(problems.id, id), eq(problems.status, 'open')));

/** Opens a problem that nobody reported, so that staff decide about tickets that were not sent in time. */
export function beginHeldProblem(
  db: Db,
  { request_id, now, ...held }: { request_id: string; held_because: ProblemHold; decide_by: Date; now: Date },
): Statement[] {
  const text = 'The tickets weren’t handed over in time.';
  return [
    db
      .update(handovers)
      .set({ status: 'problem', problem: text, problem_at: now })
      .where(and(eq(handovers.request_id, request_id), eq(handovers.status, 'due'))),
    db.insert(problems).values({ request_id, kind: 'not_delivered', text, ...held, created_at: now }),
  ];
}
