import { openDb } from '../../../http/database/open-db.ts';
import { openProvider, type Provider } from '../provider/provider.ts';
import { settleSquad } from './settle-squad.ts';
import { findDueSquads } from './squad.db.ts';

/** The most squads that one run settles. A squad of eight costs up to 40 subrequests, and a run can make 1,000. */
const AT_ONCE = 10;

/** Safe to run in parallel. If more squads wait, the queue repeats the run. Returns how many squads this run tried. */
export async function settleSquads(env: Env, now: Date, provider?: Provider): Promise<number> {
  const db = openDb(env);
  const due = await findDueSquads(db, { now, limit: AT_ONCE });
  if (due.length > 0) {
    const opened = provider ?? openProvider(env);
    for (const id of due) await settleSquad(env, id, { now, provider: opened });
    if (due.length === AT_ONCE) await env.NOTIFY_QUEUE.send({ tells: true });
  }
  return due.length;
}
