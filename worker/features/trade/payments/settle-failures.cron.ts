import { openDb } from '../../../http/database/open-db.ts';
import { moveInheritedDebts, settleOldFailures } from './seller-failures.db.ts';

/** Lets sellers list again a week after their tickets failed, if they owe nothing. */
export async function settleSellerFailures(env: Pick<Env, 'DB'>, now: Date): Promise<void> {
  const db = openDb(env);
  await moveInheritedDebts(db, { now });
  await settleOldFailures(db, { now });
}
