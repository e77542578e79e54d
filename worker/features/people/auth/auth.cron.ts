import { openDb } from '../../../http/database/open-db.ts';
import { deleteExpired } from './expired.db.ts';

/** Deletes codes, sessions and flows that have expired. */
export async function forgetExpired(env: Pick<Env, 'DB'>, now: Date): Promise<void> {
  await deleteExpired(openDb(env), now);
}
