import { openDb } from '../../../http/database/open-db.ts';
import { findDuePayments } from './due-payments.db.ts';
import { openProvider, type Provider } from '../provider/provider.ts';
import { settle } from './settle.ts';

/** Settling a payment takes up to 40 subrequests, and one invocation of the Worker can make 1,000. */
const AT_ONCE = 20;
const ABREAST = 5;

/**
 * Settles payments that are due, at most `AT_ONCE`, and returns how many it tried. If it tried `AT_ONCE` payments, a
 * queue message calls it again. Parallel calls are safe.
 */
export async function settlePayments(env: Env, now: Date, provider?: Provider): Promise<number> {
  const due = await findDuePayments(openDb(env), { now, limit: AT_ONCE });
  if (due.length === 0) return 0;
  const opened = provider ?? openProvider(env);
  const waiting = [...due];
  const work = async () => {
    for (let id = waiting.shift(); id; id = waiting.shift()) await settle(env, id, { now, provider: opened });
  };
  await Promise.all(Array.from({ length: ABREAST }, work));
  if (due.length === AT_ONCE) await env.NOTIFY_QUEUE.send({ tells: true });
  return due.length;
}
