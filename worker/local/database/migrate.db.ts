import { setImmediate as nextTurn } from 'node:timers/promises';
import { unstable_splitSqlQuery } from 'wrangler';
import { type Migration, readMigrations } from '../migration/files.ts';
import type { LocalPlatform } from '../platform.ts';

export type LocalD1 = Awaited<ReturnType<LocalPlatform['database']>>;

/** The table of `wrangler d1 migrations apply`. Wrangler and this code both record applied migrations in it. */
const APPLIED = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`;

/** Applies the new migrations and counts them. Throws if the database has a migration that no longer exists. */
export async function migrate(db: LocalD1): Promise<number> {
  await db.prepare(APPLIED).run();
  const { results } = await db.prepare('SELECT name FROM d1_migrations').all<{ name: string }>();
  const applied = new Set(results.map((row) => row.name));
  const migrations = readMigrations('migrations');
  const names = new Set(migrations.map(({ name }) => name));
  const unknown = [...applied].find((name) => !names.has(name));
  const mend = 'Delete .wrangler/state (or STATE_DIR) and start again.';
  if (unknown !== undefined)
    throw new Error(`The local database was made by ${unknown}, which no longer exists. ${mend}`);
  const fresh = migrations.filter(({ name }) => !applied.has(name));
  for (const migration of fresh) await applyMigration(db, migration);
  return fresh.length;
}

/** The greatest length of a text that `inPieces` joins, in characters. D1 refuses statements of more than 100 kB. */
const LONGEST = 90_000;

/** Applies a migration and records it in one transaction, as Wrangler does. */
export async function applyMigration(db: LocalD1, { name, sql }: Migration): Promise<void> {
  const texts = [APPLIED, ...inPieces(unstable_splitSqlQuery(sql))];
  await batchAfterPreparing(db, [
    ...texts.map((text) => db.prepare(text)),
    db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name),
  ]);
}

/** Joins statements, because preparing each one separately takes longer than running them all. */
export function inPieces(statements: readonly string[]): string[] {
  const pieces: string[] = [];
  for (const statement of statements) {
    const last = pieces.at(-1);
    if (last !== undefined && last.length + statement.length < LONGEST) pieces.push(`${pieces.pop()}\n;${statement}`);
    else pieces.push(statement);
  }
  return pieces;
}

/**
 * Preparing the statements has blocked this process, and D1 may have closed the idle connection meanwhile. Two turns of
 * the event loop let the process notice.
 */
export async function batchAfterPreparing(db: LocalD1, statements: Parameters<LocalD1['batch']>[0]) {
  await nextTurn();
  await nextTurn();
  return db.batch<Record<string, unknown>>(statements);
}
