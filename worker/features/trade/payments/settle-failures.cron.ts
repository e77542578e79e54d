import { openDb } from '../../../http/database/open-db.ts';
import { moveInheritedDebts, settleOldFailures } from './seller-failures.db.ts';

/**
 * Sellers whose tickets failed a week ago, and who owe nothing, can list again. A debt follows the person who left it
 * behind.
 */
export async function settleSellerFailures(env: Pick<Env, 'DB'>, now: Date): Promise<void> {
  const db = openDb(env);
  await moveInheritedDebts(db, { now });
  await settleOldFailures(db, { now });
}
