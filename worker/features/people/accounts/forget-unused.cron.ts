import { KEEPING_DAYS } from '../../../contract/talk/keeping-times.ts';
import { DAY } from '../../../contract/time/durations.ts';
import { openDb } from '../../../http/database/open-db.ts';
import { forgetPasts } from './forget-pasts.db.ts';
import { deleteUnusedAccounts, findUnusedAccounts } from './unused-accounts.db.ts';

/** How many accounts one run deletes. The next run, a minute later, continues. */
const AT_ONCE = 20;

/**
 * Deletes unused accounts. Also deletes what we kept of accounts that were deleted at least two years ago. Safe to run
 * at any time.
 */
export async function forgetUnusedAccounts(env: Pick<Env, 'DB'>, now: Date): Promise<void> {
  const db = openDb(env);
  const before = new Date(now.getTime() - KEEPING_DAYS.unused_account * DAY);
  const ids = await findUnusedAccounts(db, { before, limit: AT_ONCE });
  if (ids.length > 0) await deleteUnusedAccounts(db, { ids, before, now });
  await forgetPasts(db, { before: new Date(now.getTime() - KEEPING_DAYS.kept_pasts * DAY) });
}
