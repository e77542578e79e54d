import { drizzle } from 'drizzle-orm/d1';
import { getPlatformProxy } from 'wrangler';
import initializeArgon2 from '@phi-ag/argon2/node';
import * as schema from '../../drizzle/tables/schema.ts';
import { seed } from '../../drizzle/seed/seed.ts';

/** What the local accounts sign in with; an account of this password exists in no other database. */
const LOCAL_PASSWORD = 'vouch-local-only';

/** Writes the demo data into the local database under `persistPath`; what is already there stays as it is. */
export async function seedLocal(persistPath: string): Promise<void> {
  const platform = await getPlatformProxy<{ DB: Parameters<typeof drizzle>[0] }>({ persist: { path: persistPath } });
  try {
    await seed(drizzle(platform.env.DB, { schema }), { now: new Date(), passwordHash: await hashLocalPassword() });
  } finally {
    await platform.dispose();
  }
}

async function hashLocalPassword(): Promise<string> {
  const argon2 = await initializeArgon2();
  return argon2.hash(LOCAL_PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }).encoded;
}
