import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Migration, Phases } from './migration-phases.ts';
import { BUILT, EXPAND } from './steps.ts';

/** The migrations of a folder, in the order of their names. */
export function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return names.toSorted().map((name) => ({ name, sql: readFileSync(join(folder, name), 'utf8') }));
}

/**
 * Writes a configuration of the built database whose folder of migrations lacks those that remove. Wrangler applies all
 * that it finds.
 */
export function writeExpandConfig(migrations: Migration[], { contract }: Pick<Phases, 'contract'>): void {
  const folder = dirname(EXPAND);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'migrations'), { recursive: true });
  for (const { name } of migrations.filter((each) => !contract.includes(each.name)))
    cpSync(join('migrations', name), join(folder, 'migrations', name));
  const { name, compatibility_date, d1_databases } = JSON.parse(readFileSync(BUILT, 'utf8'));
  const databases = d1_databases.map((each: object) => Object.assign(each, { migrations_dir: 'migrations' }));
  writeFileSync(EXPAND, JSON.stringify({ name, compatibility_date, d1_databases: databases }));
}
