import { type Cell, insertCopies, readCopies } from '../../http/database/row-copies.ts';
import { openLines, partsOf } from './line-hash.ts';
import type { Manifest } from './manifest.ts';
import type { Database, Keeping } from './places.ts';

const PAGE = 1000;

/**
 * Puts the entries of the search index back, which has no rows of its own to copy: one for each card by time, and one
 * by price.
 */
const FILL_SEARCH_INDEX = `insert into event_index (rowid, words, near, facets)
  select iif(k.value, price_place, place), words, near, facets from event_index_rows, json_each('[0,1]') k`;

/**
 * What the database is made of. Tables come first, each after those that it refers to. The tables behind a search index
 * are its own.
 */
export async function readSchema(database: Database): Promise<Manifest['schema']> {
  const made = await database
    .prepare(
      `select type, name, sql from sqlite_master where sql is not null and name not glob 'sqlite_*'
        and name not glob '_cf_*'
       and not exists (select 1 from sqlite_master i where i.sql like 'create virtual table%'
         and sqlite_master.type = 'table'
         and sqlite_master.name glob i.name || '_*')`,
    )
    .raw<[string, string, string]>();
  const all = made.map(([type, name, sql]) => ({ type, name, sql }));
  const tables = all.filter(isTable);
  const references = new Map<string, string[]>();
  for (const { name } of tables) references.set(name, await targetsOf(database, name));
  return [...parentsFirst(tables, references), ...ORDER.flatMap((fits) => all.filter(fits))];
}

type Made = Manifest['schema'][number];
const isVirtual = ({ sql }: Made) => /^create virtual table/i.test(sql);
const isTable = (made: Made) => made.type === 'table' && !isVirtual(made);

/** What is made after the rows are there, in this order. Triggers come last: until then no row moves another. */
const ORDER = [
  isVirtual,
  ({ type }: Made) => type === 'index',
  ({ type }: Made) => type === 'view',
  ({ type }: Made) => type === 'trigger',
] as const;

async function targetsOf(database: Database, table: string): Promise<string[]> {
  const found = await database.prepare('select "table" from pragma_foreign_key_list(?)').bind(table).raw<[string]>();
  return found.map(([target]) => target);
}

function parentsFirst(tables: readonly Made[], references: ReadonlyMap<string, readonly string[]>): Made[] {
  const ordered = new Set<Made>();
  const add = (table: Made): void => {
    for (const parent of tables) {
      if (parent !== table && !ordered.has(parent) && references.get(table.name)!.includes(parent.name)) add(parent);
    }
    ordered.add(table);
  };
  for (const table of tables) add(table);
  return [...ordered];
}

/**
 * Copies the rows of every table, those that refer to others first, so that a row that is written meanwhile has what it
 * refers to.
 */
export async function copyDatabase(database: Database, keeping: Keeping): Promise<Pick<Manifest, 'schema' | 'tables'>> {
  const schema = await readSchema(database);
  const tables: Manifest['tables'] = {};
  for (const { name } of schema.filter(isTable).toReversed()) {
    const named = await database
      .prepare('select name from pragma_table_info(?) order by cid')
      .bind(name)
      .raw<[string]>();
    const columns = named.map(([column]) => column);
    const lines = openLines((text) => keeping.append(tableFile(name), text));
    const read = database.prepare(readCopies({ table: name, columns, limit: PAGE }));
    for (let after = 0, count: number = PAGE; count === PAGE;) {
      const rows = await read.bind(after).raw<Cell[]>();
      await lines.add(rows);
      count = rows.length;
      after = Number(rows.at(-1)?.[0] ?? after);
    }
    tables[name] = { ...lines.close(), columns };
  }
  return { schema, tables };
}

/** Whether the database has no people and no events, as a new one has not. */
export async function isEmpty(database: Database): Promise<boolean> {
  const names = new Set((await readSchema(database)).map(({ name }) => name));
  for (const name of ['auth_users', 'events'].filter((each) => names.has(each))) {
    if ((await database.prepare(`select 1 from ${name} limit 1`).raw()).length > 0) return false;
  }
  return true;
}

/**
 * Removes every table, view and trigger. Tables go before those that they refer to, because a table that goes deletes
 * its rows.
 */
export async function wipeDatabase(database: Database): Promise<void> {
  for (const { type, name } of (await readSchema(database)).toReversed()) {
    if (type !== 'index') await database.prepare(`drop ${type} "${name}"`).run();
  }
}

/** Makes an empty database as the backup's was: tables, rows under their old rowids, then all that stands on them. */
export async function refillDatabase(
  database: Database,
  { schema, tables, keeping }: Pick<Manifest, 'schema' | 'tables'> & { keeping: Keeping },
): Promise<void> {
  for (const { sql } of schema.filter(isTable)) await database.prepare(sql).run();
  for (const { name } of schema.filter(isTable)) {
    const { columns, rows } = tables[name]!;
    if (rows === 0) continue;
    const insert = database.prepare(insertCopies({ table: name, columns }));
    for await (const part of partsOf(keeping.lines(tableFile(name)))) await insert.bind(JSON.stringify(part)).run();
  }
  const rest = schema.filter((made) => !isTable(made));
  for (const { sql } of rest.filter(({ type }) => type !== 'trigger')) await database.prepare(sql).run();
  if (rest.some(({ name }) => name === 'event_index')) await database.prepare(FILL_SEARCH_INDEX).run();
  for (const { sql } of rest.filter(({ type }) => type === 'trigger')) await database.prepare(sql).run();
}

/** The file of a table in a backup. */
export const tableFile = (table: string) => `tables/${table}.jsonl`;
