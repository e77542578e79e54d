import { openDb } from '../../../http/database/open-db.ts';
import { deleteExpired } from './expired.db.ts';

export async function forgetExpired(env: Pick<Env, 'DB'>, now: Date): Promise<void> {
  await deleteExpired(openDb(env), now);
}
