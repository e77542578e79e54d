import initializeArgon2 from '@phi-ag/argon2/node';
import { drizzle } from 'drizzle-orm/d1';
import { seed } from '../../../drizzle/seed/seed.ts';
import { type LocalD1, migrate } from './migrate.db.ts';

/** The password of the local accounts. It is used in local databases only. */
export const LOCAL_PASSWORD = 'vouch-local-only';

/** Returns the number of new migrations. */
export async function prepareDatabase(database: LocalD1): Promise<number> {
  const argon2 = await initializeArgon2();
  const passwordHash = argon2.hash(LOCAL_PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }).encoded;
  const applied = await migrate(database);
  await seed(drizzle(database), { now: new Date(), passwordHash });
  return applied;
}
