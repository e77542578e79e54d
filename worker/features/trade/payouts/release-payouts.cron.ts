import type { Db } from '../../../context.ts';
import { log } from '../../../http/log.ts';
import { openDb } from '../../../http/database/open-db.ts';
import { ProviderError } from '../provider/provider-error.ts';
import { refreshAccount } from './payout-account.ts';
import { currentRun } from '../../../contract/trade/selling/payout-schedule.ts';
import {
  askForFacts,
  beginRun,
  closeAccount,
  endRun,
  findUnreadAccounts,
  releasePayoutsOfRun,
} from './release-payouts.db.ts';

/** The most accounts that are read from the provider in a minute. */
const READ_AT_ONCE = 20;
/** The most sellers who are paid in a minute. Also the most sellers who are asked for missing facts in a minute. */
const PAID_AT_ONCE = 100;

/** Begins or continues the weekly payout run, which lasts at most a day. Two calls at the same time do no harm. */
export async function releasePayouts(env: Env, now: Date): Promise<void> {
  const run_at = currentRun(now);
  if (!run_at) return;
  const db = openDb(env);
  if (!(await beginRun(db, { run_at }))) return;
  const unread = await findUnreadAccounts(db, { run_at, limit: READ_AT_ONCE });
  await Promise.all(unread.map(({ user_id }) => readAccount(env, db, { user_id, now })));
  const paid = await releasePayoutsOfRun(db, { run_at, now, limit: PAID_AT_ONCE });
  const asked = await askForFacts(db, { run_at, now, limit: PAID_AT_ONCE });
  if (unread.length === 0 && paid < PAID_AT_ONCE && asked < PAID_AT_ONCE) await endRun(db, { run_at, now });
}

/** Reads an account from the provider. The cron job repeats a failed read. A final refusal closes the account. */
async function readAccount(env: Env, db: Db, { user_id, now }: { user_id: string; now: Date }): Promise<void> {
  try {
    await refreshAccount(env, { user_id, now });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log('warn', 'a payout account was not read', { user_id, code: error.code });
    if (error.isFinal) await closeAccount(db, { user_id, now });
  }
}
