import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import worker from '../../../worker/index.ts';
import { countD1, type D1Cost } from './count-d1.ts';

let callers = 0;

/**
 * Hides a variable of the test runner from the Worker. Otherwise the Worker would compare the variable with the names
 * of its settings in every call.
 */
const NOT_OURS = { __VITEST_POOL_WORKERS_VITEST_MAJOR_VERSION: undefined };

/**
 * Calls the Worker and waits for its background work. Each call is from a new network, unless the test sets one. So
 * only tests of limits reach a limit.
 */
export async function callCounted(
  path: string,
  { database = env.DB, ...init }: RequestInit & { database?: D1Database | undefined } = {},
): Promise<{ answer: Response; cost: D1Cost }> {
  const { db, cost } = countD1(database);
  const ctx = createExecutionContext();
  const request = new Request(`http://vouch.test${path}`, init);
  if (!request.headers.has('CF-Connecting-IP'))
    request.headers.set('CF-Connecting-IP', `2001:db8:${(++callers).toString(16)}::1`);
  const answer = await worker.fetch(request, { ...env, ...NOT_OURS, DB: db }, ctx);
  await waitOnExecutionContext(ctx);
  return { answer, cost };
}
