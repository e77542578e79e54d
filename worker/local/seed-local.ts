import { drizzle } from 'drizzle-orm/d1';
import { getPlatformProxy } from 'wrangler';
import * as schema from '../../drizzle/tables/schema.ts';
import { seed } from '../../drizzle/seed/seed.ts';

/** Writes the demo data into the local database under `persistPath`; what is already there stays as it is. */
export async function seedLocal(persistPath: string): Promise<void> {
  const platform = await getPlatformProxy<{ DB: Parameters<typeof drizzle>[0] }>({ persist: { path: persistPath } });
  try {
    await seed(drizzle(platform.env.DB, { schema }), new Date());
  } finally {
    await platform.dispose();
  }
}
