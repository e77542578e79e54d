import { generateSQLiteDrizzleJson, generateSQLiteMigration } from 'drizzle-kit/api';
import * as tables from '../../../drizzle/tables/all-tables.ts';
import { triggersMigration } from './triggers-migration.ts';

const BREAK = '--> statement-breakpoint';
/** The snapshot's own name and that of the empty one before it. Fixed, so that the same tables give the same file. */
const [SNAPSHOT, EMPTY] = ['00000000-0000-0000-0000-000000000001', '00000000-0000-0000-0000-000000000000'];

/**
 * The text of each file in `migrations`, by its path: the tables with their snapshot, then the triggers, switches and
 * schools.
 */
export async function generatedMigrations(): Promise<Record<string, string>> {
  const empty = await generateSQLiteDrizzleJson({});
  const snapshot = { ...(await generateSQLiteDrizzleJson(tables)), id: SNAPSHOT, prevId: EMPTY };
  const statements = await generateSQLiteMigration(empty, snapshot);
  const tags = ['0000_tables', '0001_triggers'];
  const entries = tags.map((tag, idx) => ({ idx, version: '6', when: idx, tag, breakpoints: true }));
  return {
    'migrations/0000_tables.sql': `${statements.join(`${BREAK}\n`)}\n`,
    'migrations/0001_triggers.sql': triggersMigration(),
    'migrations/meta/0000_snapshot.json': `${JSON.stringify(snapshot, null, 2)}\n`,
    'migrations/meta/_journal.json': `${JSON.stringify({ version: '7', dialect: 'sqlite', entries }, null, 2)}\n`,
  };
}
