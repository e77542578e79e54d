import { type Cell, copiedColumns, insertCopies } from '../../http/database/row-copies.ts';
import { MINUTE } from '../../contract/time/durations.ts';
import { pagesOf } from './database-copy.db.ts';
import type { Database, DatabaseStatement, Scratch } from './places.ts';
import { isTable, readShape, type Reference, SCHEMA, type Shape, type TableShape } from './read-shape.db.ts';

/** How many of the newest rows of each table are read in one transaction. */
const NEWEST = 1000;
/** The backup fails if rows still point at nothing after this many rounds of reading them again. */
const MOST_ROUNDS = 10;
/** How much the clocks of this machine and of the database may differ. */
const CLOCKS_MS = 10 * MINUTE;

/** A table that lists the copied rows. If a listed row is missing in the copy, another row has replaced it. */
const COPIED = 'create temp table copied (name text, id integer, primary key (name, id))';

/**
 * Copies a database in use. In the copy, every row finds its parents, and no two rows violate a unique index.
 *
 * @throws {Error} if the schema changes meanwhile, or rows still point at nothing after ten rounds.
 */
export async function copyWhole(live: Database, scratch: Scratch, { now }: { now: Date }): Promise<Shape> {
  const shape = await readShape(live);
  const { schema, tables } = shape;
  const made = schema.filter((each) => isTable(each) || each.type === 'index');
  await scratch.run(`${made.map(({ sql }) => sql).join(';\n')};\n${COPIED}`);
  const cutIn = ({ name }: TableShape) =>
    live.prepare(`select rowid as cut from "${name}" order by rowid desc limit 1 offset ${NEWEST}`);
  const cuts = await live.batch(tables.map(cutIn));
  const cutOf = new Map(tables.map(({ name }, at) => [name, cuts[at]!.results[0]?.['cut'] as number | undefined]));
  for (const table of tables) {
    const cut = cutOf.get(table.name);
    if (cut === undefined) continue;
    for await (const rows of pagesOf(live, table, cut)) await put(scratch, table, rows);
  }
  const since = now.getTime() - CLOCKS_MS;
  const [seen, ...newest] = await live.batch([
    live.prepare(SCHEMA),
    ...tables.map((table) => newestOf(live, { table, cut: cutOf.get(table.name), since })),
  ]);
  if (schemaText(seen!.results.map(({ sql }) => sql)) !== schemaText(schema.map(({ sql }) => sql)))
    throw new Error('The schema changed during the backup, as in a deployment. Repeat the backup.');
  for (const [at, table] of tables.entries()) await put(scratch, table, newest[at]!.results.map(cellsOf));
  await makeWhole(live, scratch, tables);
  return shape;
}

const schemaText = (statements: readonly (Cell | undefined)[]) =>
  statements
    .map(String)
    .toSorted((a, b) => a.localeCompare(b))
    .join('\n');

function newestOf(
  live: Database,
  { table: { name, columns }, cut, since }: { table: TableShape; cut: number | undefined; since: number },
): DatabaseStatement {
  const read = `select ${copiedColumns(columns)} from "${name}"`;
  if (cut === undefined) return live.prepare(read);
  const changed = changedSince(name, columns);
  if (changed === null) return live.prepare(`${read} where rowid > ?`).bind(cut);
  return live.prepare(`${read} where rowid > ? or ${changed}`).bind(cut, since);
}

function changedSince(name: string, columns: readonly string[]): string | null {
  if (name === 'ledger_accounts') {
    return `name in (select debit from ledger_transfers where at >= ?2
      union all select credit from ledger_transfers where at >= ?2)`;
  }
  return columns.includes('updated_at') ? 'updated_at >= ?2' : null;
}

const cellsOf = (row: Record<string, Cell>): Cell[] => Object.values(row);

async function put(scratch: Scratch, { name, columns }: TableShape, rows: readonly Cell[][]): Promise<void> {
  if (rows.length === 0) return;
  const text = JSON.stringify(rows);
  const insert = insertCopies({ table: name, columns, replaces: true });
  const note = `insert into temp.copied select ?, json_extract(value, '$[0]') from json_each(?)
    where true on conflict do nothing`;
  await scratch.prepare(insert).bind(text).run();
  await scratch.prepare(note).bind(name, text).run();
}

async function makeWhole(live: Database, scratch: Scratch, tables: readonly TableShape[]): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const doubtful = await findDoubtful(scratch, tables);
    if (doubtful.size === 0) return;
    await readAgain(live, scratch, { tables, doubtful });
  }
  throw new Error(
    `After ${MOST_ROUNDS} rounds there are still rows that point at nothing. Nothing was kept. Repeat the backup.`,
  );
}

/** Returns, for each table, the rowids of the rows that point at nothing or that another row has replaced. */
async function findDoubtful(scratch: Scratch, tables: readonly TableShape[]): Promise<Map<string, number[]>> {
  const orphans = await scratch.prepare('pragma foreign_key_check').raw<[string, number]>();
  const replacedIn = ({ name }: TableShape) => {
    const query = `select name, id from temp.copied where name = ? and id not in (select rowid from "${name}")`;
    return scratch.prepare(query).bind(name).raw<[string, number]>();
  };
  const replaced = await Promise.all(tables.map(replacedIn));
  const all = Map.groupBy([...orphans, ...replaced.flat()], ([name]) => name);
  return new Map([...all].map(([name, rows]) => [name, [...new Set(rows.map(([, id]) => id))]]));
}

const joinOf = ({ pairs }: Reference) => pairs.map(([own, theirs]) => `r."${theirs}" = c."${own}"`).join(' and ');

/** Reads rows and their parents again in one transaction. A row that is gone is dropped from the copy. */
async function readAgain(
  live: Database,
  scratch: Scratch,
  { tables, doubtful }: { tables: readonly TableShape[]; doubtful: ReadonlyMap<string, readonly number[]> },
): Promise<void> {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const reads = [...doubtful].flatMap(([name, rowids]) => {
    const child = byName.get(name)!;
    const parents = child.references.map((reference) => ({
      table: byName.get(reference.parent)!,
      from: `"${reference.parent}" r join "${name}" c on ${joinOf(reference)} where c.rowid`,
    }));
    const from = `"${name}" r where r.rowid`;
    return [{ table: child, from }].concat(parents).map(({ table, from: source }) => {
      const sql = `select distinct ${copiedColumns(table.columns, 'r.')} from ${source} in (select value from json_each(?))`;
      return { table, statement: live.prepare(sql).bind(JSON.stringify(rowids)) };
    });
  });
  const found = await live.batch(reads.map(({ statement }) => statement));
  for (const [name, rowids] of doubtful) {
    const ids = JSON.stringify(rowids);
    const forget = 'delete from temp.copied where name = ? and id in (select value from json_each(?))';
    await scratch.prepare(`delete from "${name}" where rowid in (select value from json_each(?))`).bind(ids).run();
    await scratch.prepare(forget).bind(name, ids).run();
  }
  for (const [at, { table }] of reads.entries()) await put(scratch, table, found[at]!.results.map(cellsOf));
}
