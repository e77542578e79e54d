import { drizzle, type DrizzleD1Database } from 'drizzle-orm/d1';
import * as schema from '../../drizzle/tables/schema.ts';

/** Opens the local database under `persistPath` for one task and closes it again. */
export async function withLocalDb<T>(persistPath: string, task: (db: DrizzleD1Database<typeof schema>) => Promise<T>): Promise<T> {
  // The proxy warns of every binding that only a running Worker has; none of them is used here.
  process.env['WRANGLER_LOG'] ??= 'error';
  const { getPlatformProxy } = await import('wrangler');
  const platform = await getPlatformProxy<{ DB: Parameters<typeof drizzle>[0] }>({ persist: { path: persistPath } });
  try {
    return await task(drizzle(platform.env.DB, { schema }));
  } finally {
    await platform.dispose();
  }
}
