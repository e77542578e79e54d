import { openDb } from '../../http/open-db.ts';
import { settleOldFailures } from './seller-failures.db.ts';

/** Sellers whose tickets failed a week ago, and who owe nothing, can list again. */
export async function settleSellerFailures(env: Env, now: Date): Promise<void> {
  await settleOldFailures(openDb(env), { now });
}
