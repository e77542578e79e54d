import { openDb } from '../../../http/database/open-db.ts';
import { findDuePayments } from './due-payments.db.ts';
import { openProvider, type Provider } from '../provider/provider.ts';
import { settle } from './settle.ts';

/** The most payments that one run looks at. Each costs up to forty calls, and a run may make a thousand. */
const AT_ONCE = 20;
/** Payments that are looked at side by side. */
const ABREAST = 5;

/**
 * Looks at the payments whose time has come, those that have waited longest first. It is safe to run at any time, and
 * twice at once. Returns how many it looked at. If others wait, the queue runs it again at once.
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
