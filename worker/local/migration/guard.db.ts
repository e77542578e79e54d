import { applyMigration, batchAfterPreparing, inPieces, type LocalD1 } from '../database/migrate.db.ts';
import { fillTables, type FoundRow } from './fill-tables.ts';
import type { Migration } from './files.ts';
import { removalsBetween } from './removals.ts';
import { databaseAfter, quoted, type Schema, schemaOf } from './schema.ts';

/** A line in which a migration names what it removes, replaces or changes. */
const NAMED = /^-- ((?:removes|replaces|changes) .+)$/gm;

type ReadAll = (table: string) => ReturnType<LocalD1['prepare']>;

/** The schema and the rows of a database. A migration must name each part of them that it removes or changes. */
interface State {
  schema: Schema;
  rows: Map<string, Record<string, unknown>[]>;
}

interface Copy {
  db: LocalD1;
  readAll: ReadAll;
  tables: 'empty' | 'full';
  state: State;
}

/**
 * Runs each pending migration on empty and on full tables, in databases that `open` makes. Returns a sentence for each
 * loss that the migration does not name, for each named loss that does not happen, and for each failure.
 */
export async function guard(
  open: () => Promise<LocalD1>,
  { migrations, applied }: { migrations: readonly Migration[]; applied: ReadonlySet<string> },
): Promise<string[]> {
  const pending = migrations.filter(({ name }) => !applied.has(name));
  if (applied.size === 0 || pending.length === 0) return [];
  const live = migrations.filter(({ name }) => applied.has(name));
  // Computed before the first connection opens: D1 closes a connection that is idle while this process is busy.
  const filling = fillingOf(live);
  const [empty, full] = [await open(), await open()];
  for (const db of [empty, full]) for (const migration of live) await applyMigration(db, migration);
  const statements = filling.statements.map(({ sql, values }) => full.prepare(sql).bind(...values));
  await batchAfterPreparing(full, statements);
  const problems = filling.empty.map(
    (table) => `The guard found no row for ${table}: its checks need a value that fill-tables.ts does not try.`,
  );
  const copies: Copy[] = [await copyOf(empty, 'empty'), await copyOf(full, 'full')];
  for (const migration of pending) {
    const found = new Set<string>();
    for (const copy of copies) for (const problem of await problemsOf(copy, migration)) found.add(problem);
    problems.push(...found);
    if (found.size > 0) break;
  }
  return problems;
}

async function copyOf(db: LocalD1, tables: Copy['tables']): Promise<Copy> {
  // Preparing a statement takes longer than running it, so the same statement reads the table after each migration.
  const prepared = new Map<string, ReturnType<LocalD1['prepare']>>();
  const readAll = (table: string) => {
    const read = prepared.get(table) ?? db.prepare(`SELECT rowid AS rowid, * FROM ${quoted(table)}`);
    prepared.set(table, read);
    return read;
  };
  return { db, readAll, tables, state: await stateOf(db, readAll) };
}

async function problemsOf(copy: Copy, migration: Migration): Promise<string[]> {
  const { db, readAll, tables, state: before } = copy;
  try {
    await applyMigration(db, migration);
  } catch (error) {
    return [`${migration.name} fails on ${tables} tables: ${(error as Error).message}`];
  }
  const after = (copy.state = await stateOf(db, readAll));
  const named = new Set(Array.from(migration.sql.matchAll(NAMED), ([, text]) => text!));
  const lost = new Set([...removalsBetween(before.schema, after.schema), ...lostRows(before, after)]);
  const broken = await orphansOf(db);
  return [
    ...[...lost]
      .filter((loss) => !named.has(loss))
      .map((loss) => `${migration.name} ${loss}. If that is meant, add the line “-- ${loss}” to it.`),
    // Only full tables show what happens to rows.
    ...(tables === 'full'
      ? [...named]
          .filter((loss) => !lost.has(loss))
          .map((loss) => `${migration.name} says that it ${loss}, and does not.`)
      : []),
    ...broken.map((table) => `${migration.name} leaves rows in ${table} that point at nothing.`),
  ];
}

/** Names the tables that lost rows, and the columns that lost or changed values. New rows are no loss. */
function lostRows(before: State, after: State): string[] {
  return [...before.rows].flatMap(([table, rows]) => {
    const now = after.rows.get(table);
    if (!now) return [];
    const columns = before.schema.tables.get(table)!.columns.map(({ name }) => name);
    const common = [
      'rowid',
      ...columns.filter((name) => after.schema.tables.get(table)!.columns.some((column) => column.name === name)),
    ];
    if (missing(rows, now, common) === 0) return [];
    if (now.length < rows.length) return [`removes rows of ${table}`];
    const changed = common.filter((name) => missing(rows, now, [name]) > 0);
    return (changed.length > 0 ? changed : common).map((name) => `changes ${table}.${name}`);
  });
}

function missing(before: Record<string, unknown>[], after: Record<string, unknown>[], columns: string[]): number {
  const keyOf = (row: Record<string, unknown>) => JSON.stringify(columns.map((name) => row[name]));
  const left = new Map<string, number>();
  for (const row of after) left.set(keyOf(row), (left.get(keyOf(row)) ?? 0) + 1);
  return before.filter((row) => {
    const count = left.get(keyOf(row)) ?? 0;
    left.set(keyOf(row), count - 1);
    return count <= 0;
  }).length;
}

async function stateOf(db: LocalD1, readAll: ReadAll): Promise<State> {
  const { results } = await db
    .prepare(
      `SELECT sql FROM sqlite_schema
        WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite#_%' ESCAPE '#' AND name NOT LIKE '#_cf#_%' ESCAPE '#'
          AND name NOT LIKE 'd1#_%' ESCAPE '#'
          AND name NOT IN (SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow')
        ORDER BY type = 'trigger', rowid`,
    )
    .all<{ sql: string }>();
  const schema = schemaOf(databaseAfter([results.map(({ sql }) => sql).join(';\n')]));
  const names = [...schema.tables.keys()];
  const rows = await batchAfterPreparing(db, names.map(readAll));
  return { schema, rows: new Map(names.map((name, at) => [name, rows[at]!.results])) };
}

async function orphansOf(db: LocalD1): Promise<string[]> {
  const { results } = await db.prepare('PRAGMA foreign_key_check').all<{ table: string }>();
  return [...new Set(results.map(({ table }) => table))];
}

/**
 * Returns statements that drop the triggers, fill the tables and create the triggers again. Also returns the names of
 * the tables that stay empty.
 */
function fillingOf(live: readonly Migration[]): { statements: FoundRow[]; empty: string[] } {
  const copy = databaseAfter(live.map(({ sql }) => sql));
  const triggers = [...schemaOf(copy).pieces.values()].filter(({ type }) => type === 'trigger');
  const drops = triggers.map(({ name }) => `DROP TRIGGER ${quoted(name)}`);
  for (const drop of drops) copy.exec(drop);
  const { rows, empty } = fillTables(copy);
  const makes = triggers.map(({ sql }) => sql);
  return { statements: [...plain(drops), ...rows, ...plain(makes)], empty };
}

const plain = (statements: readonly string[]): FoundRow[] => inPieces(statements).map((sql) => ({ sql, values: [] }));
