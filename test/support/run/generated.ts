import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from 'drizzle-kit/api';
import * as roomTables from '../../../drizzle/room/schema.ts';
import { BINDING_TYPES, makeBindingTypes } from '../../../worker/local/settings/binding-types.ts';
import { withEnvironments } from '../../../worker/local/settings/environments.ts';
import { generatedMigrations } from '../../../worker/local/database/generated-migrations.ts';

/** Compares each generated file with what would be generated now. Nothing is written. */
const stale = [
  ...(Object.entries(await generatedMigrations()).every(
    ([path, text]) => existsSync(path) && readFileSync(path, 'utf8') === text,
  )
    ? []
    : ['The tables or triggers have changed: run `npm run migrations` and commit the migrations.']),
  ...((await hasNewMigration('worker/rooms/migrations', roomTables))
    ? ['The tables of a chat room have changed: run `npm run migrations:room` and commit the migration.']
    : []),
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
