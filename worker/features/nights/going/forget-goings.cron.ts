import { openDb } from '../../../http/database/open-db.ts';
import { deleteGoings } from './going.db.ts';

/** Deletes what people said about nights that were over a month ago. */
export async function forgetGoings(env: Pick<Env, 'DB'>, now: Date): Promise<void> {
  await deleteGoings(openDb(env), { now });
}
