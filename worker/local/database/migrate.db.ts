import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { unstable_splitSqlQuery } from 'wrangler';
import type { LocalPlatform } from '../platform.ts';

export type LocalD1 = Awaited<ReturnType<LocalPlatform['database']>>;

/** As `wrangler d1 migrations apply` makes it, so that either may apply the next migration. */
const APPLIED = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`;

/**
 * Applies each new migration in a transaction of its own and returns how many there were. Throws where the database was
 * made by a migration that no longer exists.
 */
export async function migrate(db: LocalD1): Promise<number> {
  await db.prepare(APPLIED).run();
  const { results } = await db.prepare('SELECT name FROM d1_migrations').all<{ name: string }>();
  const applied = new Set(results.map((row) => row.name));
  const files = globSync('migrations/*.sql').toSorted();
  const names = new Set(files.map((file) => basename(file)));
  const unknown = [...applied].find((name) => !names.has(name));
  if (unknown !== undefined)
    throw new Error(
      `The local database was made by ${unknown}, which no longer exists. Delete .wrangler/state (or STATE_DIR) and start again.`,
    );
  const fresh = files.filter((file) => !applied.has(basename(file)));
  for (const file of fresh) {
    const statements = unstable_splitSqlQuery(readFileSync(file, 'utf8')).map((statement) => db.prepare(statement));
    await db.batch([...statements, db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(basename(file))]);
  }
  return fresh.length;
}
