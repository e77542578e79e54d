import { readdirSync, readFileSync } from 'node:fs';
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from 'drizzle-kit/api';
import * as roomTables from '../../drizzle/room/schema.ts';
import * as tables from '../../drizzle/tables/all-tables.ts';
import { BINDING_TYPES, makeBindingTypes } from '../../worker/local/binding-types.ts';
import { withEnvironments } from '../../worker/local/environments.ts';
import { TRIGGERS_MIGRATION, triggersMigration } from '../../worker/local/triggers-migration.ts';

/** Compares each generated file with what would be generated now. Nothing is written. */
const stale = [
  ...((await hasNewMigration('migrations', tables)) ? ['The tables have changed: run `npm run migrations` and commit the migration.'] : []),
  ...((await hasNewMigration('worker/rooms/migrations', roomTables))
    ? ['The tables of a chat room have changed: run `npm run migrations:room` and commit the migration.']
    : []),
  ...(readFileSync(TRIGGERS_MIGRATION, 'utf8') === triggersMigration()
    ? []
    : ['The triggers have changed: run `npm run migrations` and commit the migration of triggers.']),
  ...(readFileSync('wrangler.toml', 'utf8') === withEnvironments(readFileSync('wrangler.toml', 'utf8'))
    ? []
    : ['The environments of wrangler.toml are out of date: run `npm run types` and commit them.']),
  ...(readFileSync(BINDING_TYPES, 'utf8') === makeBindingTypes()
    ? []
    : ['The bindings have changed: run `npm run types` and commit its file.']),
];
if (stale.length > 0) {
  console.error(stale.join('\n'));
  process.exit(1);
}

/** Whether a folder's newest snapshot differs from the tables. */
async function hasNewMigration(folder: string, schema: Record<string, unknown>): Promise<boolean> {
  const newest = readdirSync(`${folder}/meta`)
    .filter((name) => name.endsWith('_snapshot.json'))
    .toSorted()
    .at(-1);
  const snapshot = JSON.parse(readFileSync(`${folder}/meta/${newest}`, 'utf8'));
  return (await generateSQLiteMigration(snapshot, await generateSQLiteDrizzleJson(schema))).length > 0;
}
