import { openDb } from '../../../http/database/open-db.ts';
import { deleteGoings } from './going.db.ts';

export async function forgetGoings(env: Pick<Env, 'DB'>, now: Date): Promise<void> {
  await deleteGoings(openDb(env), { now });
}
