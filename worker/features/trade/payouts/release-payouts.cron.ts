import type { Db } from '../../../context.ts';
import { log } from '../../../http/log.ts';
import { openDb } from '../../../http/database/open-db.ts';
import { ProviderError } from '../provider/provider-error.ts';
import { refreshAccount } from './payout-account.ts';
import { currentRun } from './payout-week.rules.ts';
import {
  askForFacts,
  beginRun,
  closeAccount,
  endRun,
  findUnreadAccounts,
  releasePayoutsOfRun,
} from './release-payouts.db.ts';

/** The most accounts that are read at the provider, and the most sellers that are paid, in one minute. */
const READ_AT_ONCE = 20;
const PAID_AT_ONCE = 100;

/**
 * Once a week, sets the payouts free of all sellers who are owed enough and can be paid. Each seller's account is read
 * at the provider first. The run goes on every minute until nothing is left, within a day. It is safe to run at any
 * time, and twice at once.
 */
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

/**
 * An account that cannot be read now is read in the next minute. One that the provider refuses for good is not paid.
 */
async function readAccount(env: Env, db: Db, { user_id, now }: { user_id: string; now: Date }): Promise<void> {
  try {
    await refreshAccount(env, { user_id, now });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log('warn', 'a payout account was not read', { user_id, code: error.code });
    if (error.isFinal) await closeAccount(db, { user_id, now });
  }
}
