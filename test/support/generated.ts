import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { TRIGGERS_MIGRATION, triggersMigration } from '../../worker/local/triggers-migration.ts';

/** Regenerates what is generated and fails where that changes a file. */
const types = readFileSync('worker/worker-configuration.d.ts', 'utf8');
const migrations = () => ['migrations', 'worker/rooms/migrations'].map((folder) => readdirSync(folder).join()).join();
const before = migrations();
execFileSync('drizzle-kit', ['generate', '--name', 'unexpected'], { stdio: 'ignore' });
execFileSync('drizzle-kit', ['generate', '--config', 'drizzle-room.config.ts', '--name', 'unexpected'], { stdio: 'ignore' });
execFileSync('node', ['worker/local/types.ts'], { stdio: 'ignore' });
const stale = [
  ...(migrations() === before ? [] : ['The tables have changed: commit the migration that was just generated.']),
  ...(readFileSync(TRIGGERS_MIGRATION, 'utf8') === triggersMigration()
    ? []
    : ['The triggers have changed: run `npm run migrations` and commit the migration of triggers.']),
  ...(readFileSync('worker/worker-configuration.d.ts', 'utf8') === types
    ? []
    : ['The bindings have changed: commit worker-configuration.d.ts.']),
];
if (stale.length > 0) {
  console.error(stale.join('\n'));
  process.exit(1);
}
