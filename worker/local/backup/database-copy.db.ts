import { type Cell, insertCopies, readCopies } from '../../http/database/row-copies.ts';
import { forEach } from './abreast.ts';
import { openLines, partsOf } from './line-hash.ts';
import type { Manifest } from './manifest.ts';
import type { Database, Keeping } from './places.ts';
import { isTable, type Made, readShape, type Shape, type TableShape } from './read-shape.db.ts';

const PAGE = 1000;

/** Rebuilds the search index, whose rows cannot be copied. Each event card gets one entry by time and one by price. */
const FILL_SEARCH_INDEX = `insert into event_index (rowid, words, near, facets)
  select iif(k.value, price_place, place), words, near, facets from event_index_rows, json_each('[0,1]') k`;

export async function* pagesOf(
  database: Database,
  { name, columns }: Pick<TableShape, 'name' | 'columns'>,
  last = Number.POSITIVE_INFINITY,
): AsyncGenerator<Cell[][]> {
  const read = database.prepare(readCopies({ table: name, columns, limit: PAGE }));
  for (let after = Number.MIN_SAFE_INTEGER, count: number = PAGE; count === PAGE && after < last;) {
    const rows = await read.bind(after).raw<Cell[]>();
    yield rows.filter(([rowid]) => Number(rowid) <= last);
    count = rows.length;
    after = Number(rows.at(-1)?.[0] ?? after);
  }
}

export async function allRows(database: Database, table: Pick<TableShape, 'name' | 'columns'>): Promise<Cell[][]> {
  const all: Cell[][] = [];
  for await (const rows of pagesOf(database, table)) all.push(...rows);
  return all;
}

export async function copyTables(
  database: Database,
  { tables }: Pick<Shape, 'tables'>,
  keeping: Pick<Keeping, 'append'>,
): Promise<Manifest['tables']> {
  const copied = new Map<string, Manifest['tables'][string]>();
  await forEach(tables, async ({ name, columns }) => {
    const lines = openLines((text) => keeping.append(tableFile(name), text));
    for await (const rows of pagesOf(database, { name, columns })) await lines.add(rows);
    copied.set(name, { ...lines.close(), columns });
  });
  return Object.fromEntries(tables.map(({ name }) => [name, copied.get(name)!]));
}

const isFirst = (made: Made) => isTable(made) || made.type === 'index';

/** Fills a database in this order: tables and indexes, rows (with their rowids, from `linesOf`), views, triggers. */
export async function fillDatabase(
  database: Database,
  {
    schema,
    linesOf,
    without = new Set(),
  }: {
    schema: Shape['schema'];
    linesOf: (table: string) => { columns: readonly string[]; lines: AsyncIterable<string> } | null;
    without?: ReadonlySet<string>;
  },
): Promise<void> {
  const make = (made: Shape['schema']) => database.batch(made.map(({ sql }) => database.prepare(sql)));
  const tables = schema.filter((made) => !without.has(made.name));
  await make(tables.filter(isFirst));
  for (const { name } of tables.filter(isTable)) {
    const rows = linesOf(name);
    if (!rows) continue;
    const insert = database.prepare(insertCopies({ table: name, columns: rows.columns }));
    for await (const part of partsOf(rows.lines)) await insert.bind(JSON.stringify(part)).run();
  }
  const [views, triggers] = [false, true].map((isTrigger) =>
    schema.filter((made) => !isFirst(made) && (made.type === 'trigger') === isTrigger),
  ) as [Made[], Made[]];
  if (views.length > 0) await make(views);
  if (views.some(({ name }) => name === 'event_index')) await database.prepare(FILL_SEARCH_INDEX).run();
  if (triggers.length > 0) await make(triggers);
}

export async function isEmpty(database: Database): Promise<boolean> {
  const names = new Set((await readShape(database)).tables.map(({ name }) => name));
  for (const name of ['auth_users', 'events'].filter((each) => names.has(each))) {
    if ((await database.prepare(`select 1 from ${name} limit 1`).raw()).length > 0) return false;
  }
  return true;
}

/** How many tables, views and triggers are dropped in one transaction. */
const DROPS = 20;
/** The table that records the quarantine. */
const NOTED = 'cron_runs';

/**
 * Replaces everything in `target` with a copy of `proven`. Puts `target` in quarantine first, so nothing is sent during
 * the replacement or after a failure. Can be repeated.
 */
export async function replaceDatabase(target: Database, proven: Database): Promise<void> {
  const { schema, tables } = await readShape(proven);
  const noted = tables.find(({ name }) => name === NOTED)!;
  const rows = await allRows(proven, noted);
  await target.batch([
    target.prepare(`drop table if exists ${NOTED}`),
    target.prepare(schema.find(({ name }) => name === NOTED)!.sql),
    target.prepare(insertCopies({ table: NOTED, columns: noted.columns })).bind(JSON.stringify(rows)),
  ]);
  // Drops a table before the tables that it refers to. Dropping a table deletes its rows, and no row may refer to a
  // deleted row.
  const goes = (await readShape(target)).schema
    .toReversed()
    .filter(({ type, name }) => type !== 'index' && name !== NOTED);
  for (let at = 0; at < goes.length; at += DROPS) {
    const part = goes.slice(at, at + DROPS);
    await target.batch(part.map(({ type, name }) => target.prepare(`drop ${type} "${name}"`)));
  }
  await fillDatabase(target, {
    schema,
    without: new Set([NOTED]),
    linesOf: (name) => {
      const table = tables.find((each) => each.name === name)!;
      return { columns: table.columns, lines: rowLines(proven, table) };
    },
  });
}

async function* rowLines(database: Database, table: TableShape): AsyncGenerator<string> {
  for await (const rows of pagesOf(database, table)) yield* rows.map((row) => JSON.stringify(row));
}

export const tableFile = (table: string) => `tables/${table}.jsonl`;
