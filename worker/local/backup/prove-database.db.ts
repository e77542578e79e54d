import type { Migration } from '../migration/files.ts';
import { fillDatabase, tableFile } from './database-copy.db.ts';
import type { Manifest } from './manifest.ts';
import type { Keeping, Scratch } from './places.ts';
import { readShape, type Shape } from './read-shape.db.ts';

/** The table in which Wrangler notes the migrations of a database. */
const APPLIED = 'd1_migrations';

const applied = async (scratch: Scratch, { tables }: Pick<Shape, 'tables'>): Promise<string[]> => {
  if (!tables.some(({ name }) => name === APPLIED)) return [];
  return (await scratch.prepare(`select name from ${APPLIED} order by id`).raw<[string]>()).map(([name]) => name);
};

export const lastMigration = async (scratch: Scratch, shape: Pick<Shape, 'tables'>): Promise<string | null> =>
  (await applied(scratch, shape)).at(-1) ?? null;

/**
 * Builds the database of a backup in an empty `scratch`, checks it, applies the migrations that it lacks, and puts it
 * into quarantine. Returns the names of the migrations that it applied.
 *
 * @throws {Error} with a sentence that says why this backup cannot be restored.
 */
export async function proveDatabase(
  scratch: Scratch,
  { manifest, keeping, migrations }: { manifest: Manifest; keeping: Keeping; migrations: readonly Migration[] },
): Promise<string[]> {
  const { schema, tables } = manifest;
  await fillDatabase(scratch, {
    schema,
    linesOf: (name) =>
      // A table without rows has no file.
      tables[name]?.rows ? { columns: tables[name].columns, lines: keeping.lines(tableFile(name)) } : null,
  });
  const shape = await readShape(scratch);
  const made = new Set(shape.schema.map(({ name }) => name));
  if (schema.some(({ name }) => !made.has(name)))
    throw new Error('Not every table, index, view and trigger could be made.');
  const count = shape.tables.map(({ name }) => `select '${name}', count(*) from "${name}"`).join(' union all ');
  for (const [name, rows] of await scratch.prepare(count).raw<[string, number]>())
    if (rows !== tables[name]?.rows) throw new Error(`The table ${name} has ${rows} rows, not those of its file.`);
  await checkWhole(scratch);
  const fresh = await migrate(scratch, { shape, migrations });
  await checkWhole(scratch);
  const quarantine = `insert into cron_runs (id, began_at, ended_at, failed, quarantine) values (1, 0, 0, '', ?)
    on conflict (id) do update set quarantine = excluded.quarantine`;
  const note = `A backup of ${manifest.environment}, made at ${manifest.made_at}`;
  await scratch.prepare(quarantine).bind(note).run();
  return fresh;
}

async function checkWhole(scratch: Scratch): Promise<void> {
  const orphans = await scratch.prepare('pragma foreign_key_check').raw<[string, number, string]>();
  const pairs = [...new Set(orphans.map(([table, , parent]) => `${table} (${parent})`))];
  if (pairs.length > 0) throw new Error(`Rows point at nothing, in the tables ${pairs.join(', ')}.`);
  const [[state]] = (await scratch.prepare('pragma integrity_check').raw<[string]>()) as [[string]];
  if (state !== 'ok') throw new Error(`The database is not sound: ${state}.`);
}

/** Applies the migrations that the backup lacks. Like D1, runs each in a transaction and enforces foreign keys. */
async function migrate(
  scratch: Scratch,
  { shape, migrations }: { shape: Shape; migrations: readonly Migration[] },
): Promise<string[]> {
  const before = new Set(await applied(scratch, shape));
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...before].find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new Error(`It has the migration ${unknown}, which this code does not know. Check out its commit.`);
  const fresh = migrations.filter(({ name }) => !before.has(name));
  await scratch.run('pragma foreign_keys = on');
  for (const { name, sql } of fresh) {
    await scratch.run(`begin; ${sql}; insert into ${APPLIED} (name) values ('${name.replaceAll("'", "''")}'); commit`);
  }
  await scratch.run('pragma foreign_keys = off');
  return fresh.map(({ name }) => name);
}
