import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Migration } from '../migration/files.ts';
import type { Phases } from './migration-phases.ts';
import { BUILT, EXPAND } from './steps.ts';

/**
 * Writes a configuration for Wrangler, and beside it a folder of migrations. Wrangler applies all migrations in that
 * folder, so those in `contract` are left out: they must wait until the new Worker answers all requests.
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
