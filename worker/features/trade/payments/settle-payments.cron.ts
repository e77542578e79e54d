import { openDb } from '../../../http/database/open-db.ts';
import { findDuePayments } from './due-payments.db.ts';
import { openProvider, type Provider } from '../provider/provider.ts';
import { settle } from './settle.ts';

/** One payment costs up to 40 subrequests, and a run can make 1,000. */
const AT_ONCE = 20;
const ABREAST = 5;

/** Safe to run in parallel. If more payments wait, a queue message starts the next run. Returns how many it tried. */
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
