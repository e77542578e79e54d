import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import worker from '../../../worker/index.ts';
import { countD1, type D1Cost } from './count-d1.ts';

/** One call of the Worker with the cost of its database work, after everything it left running has ended. */
export async function callCounted(path: string, init: RequestInit = {}): Promise<{ answer: Response; cost: D1Cost }> {
  const { db, cost } = countD1(env.DB);
  const ctx = createExecutionContext();
  const answer = await worker.fetch(
    new Request(`http://vouch.test${path}`, init) as Parameters<typeof worker.fetch>[0],
    { ...env, DB: db },
    ctx,
  );
  await waitOnExecutionContext(ctx);
  return { answer, cost };
}
