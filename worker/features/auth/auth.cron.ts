import { drizzle } from 'drizzle-orm/d1';
import * as schema from '../../../drizzle/tables/schema.ts';
import { deleteExpired } from './expired.db.ts';

/** Deletes what nobody can use any more. */
export async function forgetExpired(env: Pick<Env, 'DB'>, now: Date): Promise<void> {
  await deleteExpired(drizzle(env.DB, { schema }), now);
}
