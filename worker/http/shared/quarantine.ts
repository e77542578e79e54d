import { sql } from 'drizzle-orm';
import type { Db } from '../../context.ts';

/** SQL condition: the database was restored from a backup, and no admin has released it since. */
export const inQuarantine = sql<boolean>`exists (select 1 from cron_runs where quarantine is not null)`.mapWith(
  Boolean,
);

/** Throws if the database cannot answer, for example in the middle of a restore. */
export async function isQuarantined(db: Db): Promise<boolean> {
  const { is } = await db.get<{ is: number }>(sql`select ${inQuarantine} as "is"`);
  return is === 1;
}
