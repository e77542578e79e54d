import { KEEPING_DAYS } from '../../../contract/talk/keeping-times.ts';
import { DAY } from '../../../contract/time/durations.ts';
import { openDb } from '../../../http/database/open-db.ts';
import { deleteOld } from './notices.db.ts';

/** A run deletes at most `MOST_ROUNDS` times `AT_ONCE` notifications. The next run, a minute later, continues. */
const AT_ONCE = 500;
const MOST_ROUNDS = 10;

export async function forgetNotices(env: Pick<Env, 'DB'>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEEPING_DAYS.notifications * DAY);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    if ((await deleteOld(openDb(env), { before, limit: AT_ONCE })) < AT_ONCE) return;
  }
}
