import type { WrongCode } from '../../../context.ts';
import { DomainError } from '../../../http/answers/errors.ts';
import { log, traceOf } from '../../../http/log.ts';
import { openDb } from '../../../http/database/open-db.ts';
import { reportProblem } from './problems.db.ts';
import { settle } from '../payments/settle.ts';

/**
 * Opens a problem for tickets whose code is not the code that the seller listed, and settles the sale. Does nothing if
 * the sale has ended or already has a problem.
 */
export async function reportWrongCode(env: Env, { id, buyer_id, now }: WrongCode): Promise<void> {
  try {
    const { isNew } = await reportProblem(openDb(env), { id, actor_id: buyer_id, now, kind: 'wrong_code' });
    if (!isNew) return;
  } catch (error) {
    if (error instanceof DomainError) return;
    throw error;
  }
  await settle(env, id, { now }).catch((error: unknown) =>
    log('warn', 'a problem waits', { id, error: traceOf(error) }),
  );
}
