import { readdirSync, readFileSync } from 'node:fs';
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from 'drizzle-kit/api';
import * as roomTables from '../../../drizzle/room/schema.ts';
import { BINDING_TYPES, makeBindingTypes } from '../../../worker/local/settings/binding-types.ts';
import { withEnvironments } from '../../../worker/local/settings/environments.ts';
import { SETTINGS_PAGE, withSettings } from '../../../worker/local/settings/settings-page.ts';
import { FIRST, readMigrations, thawed } from '../../../worker/local/migration/files.ts';
import { guardLocally } from '../../../worker/local/migration/open-databases.ts';
import { nextMigrations } from '../../../worker/local/migration/write-next.ts';

/** Checks that generated files are up to date and that each migration names what it loses. Writes nothing. */
const stale = [
  ...thawed('migrations'),
  ...((await nextMigrations('migrations', 'change')).size === 0
    ? []
    : ['The tables, triggers or seeded rows have changed: run `npm run migrations` and commit the migration.']),
  ...(await guardLocally({ migrations: readMigrations('migrations'), applied: FIRST })),
  ...((await hasNewMigration('worker/rooms/migrations', roomTables))
    ? ['The tables of a chat room have changed: run `npm run migrations:room` and commit the migration.']
    : []),
  ...(readFileSync('wrangler.toml', 'utf8') === withEnvironments(readFileSync('wrangler.toml', 'utf8'))
    ? []
    : ['The environments of wrangler.toml are out of date: run `npm run types` and commit them.']),
  ...(readFileSync(BINDING_TYPES, 'utf8') === makeBindingTypes()
    ? []
    : ['The bindings have changed: run `npm run types` and commit its file.']),
  ...(readFileSync(SETTINGS_PAGE, 'utf8') === withSettings(readFileSync(SETTINGS_PAGE, 'utf8'))
    ? []
    : [`The settings in ${SETTINGS_PAGE} are out of date: run \`npm run types\` and commit them.`]),
];
if (stale.length > 0) {
  console.error(stale.join('\n'));
  process.exit(1);
}

/** Returns whether a folder's newest snapshot differs from the tables. */
async function hasNewMigration(folder: string, schema: Record<string, unknown>): Promise<boolean> {
  const newest = readdirSync(`${folder}/meta`)
    .filter((name) => name.endsWith('_snapshot.json'))
    .toSorted()
    .at(-1);
  const snapshot = JSON.parse(readFileSync(`${folder}/meta/${newest}`, 'utf8'));
  return (await generateSQLiteMigration(snapshot, await generateSQLiteDrizzleJson(schema))).length > 0;
}
