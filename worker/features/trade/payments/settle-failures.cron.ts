import { openDb } from '../../../http/database/open-db.ts';
import { moveInheritedDebts, settleOldFailures } from './seller-failures.db.ts';

export async function settleSellerFailures(env: Pick<Env, 'DB'>, now: Date): Promise<void> {
  const db = openDb(env);
  await moveInheritedDebts(db, { now });
  await settleOldFailures(db, { now });
}
