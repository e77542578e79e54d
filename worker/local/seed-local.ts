import initializeArgon2 from '@phi-ag/argon2/node';
import { seed } from '../../drizzle/seed/seed.ts';
import { withLocalDb } from './local-db.ts';

/** What the local accounts sign in with; an account of this password exists in no other database. */
const LOCAL_PASSWORD = 'vouch-local-only';

/** Writes the demo data into the local database under `persistPath`; what is already there stays as it is. */
export async function seedLocal(persistPath: string): Promise<void> {
  const argon2 = await initializeArgon2();
  const passwordHash = argon2.hash(LOCAL_PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }).encoded;
  await withLocalDb(persistPath, (db) => seed(db, { now: new Date(), passwordHash }));
}
