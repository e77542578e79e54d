import initializeArgon2 from '@phi-ag/argon2/node';
import { drizzle } from 'drizzle-orm/d1';
import { seed } from '../../../drizzle/seed/seed.ts';
import * as schema from '../../../drizzle/tables/all-tables.ts';
import { type LocalD1, migrate } from './migrate.db.ts';

/** The password of the local accounts. No other database knows an account with it. */
export const LOCAL_PASSWORD = 'vouch-local-only';

/**
 * Brings the local database up to date and adds the demo data; rows that exist stay as they are. Returns how many
 * migrations were new.
 */
export async function prepareDatabase(database: LocalD1): Promise<number> {
  const argon2 = await initializeArgon2();
  const passwordHash = argon2.hash(LOCAL_PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }).encoded;
  const applied = await migrate(database);
  await seed(drizzle(database, { schema }), { now: new Date(), passwordHash });
  return applied;
}
