import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { seededRandom } from '../fake-provider/seeded-random.ts';
import { type Column, plain, quoted, schemaOf, type Table } from './schema.ts';

const ROWS = 3;
const TRIES = 20_000;

export interface FoundRow {
  sql: string;
  values: SQLInputValue[];
}

/**
 * Inserts up to three rows into each table, by trying combinations of likely values until the table accepts one. The
 * database must have no triggers. The same schema gives the same rows. Returns the rows in an order that satisfies
 * foreign keys.
 */
export function fillTables(db: DatabaseSync): { rows: FoundRow[]; empty: string[] } {
  const schema = schemaOf(db);
  const rows: FoundRow[] = [];
  const empty: string[] = [];
  const random = seededRandom(1);
  for (const table of inOrder(db, [...schema.tables.values()])) {
    const parents = parentsOf(db, table.name);
    for (let at = 0; at < ROWS; at += 1) rows.push(...findRow(db, { table, parents, random, at }));
    const { count } = db.prepare(`SELECT count(*) AS count FROM ${quoted(table.name)}`).get() as { count: number };
    if (count === 0) empty.push(table.name);
  }
  return { rows, empty };
}

interface Parent {
  own: string;
  parent: string;
  column: string;
}

function parentsOf(db: DatabaseSync, table: string): Parent[] {
  const query = `SELECT "from" AS own, "table" AS parent, coalesce("to", 'id') AS "column"
    FROM pragma_foreign_key_list(?)`;
  return db.prepare(query).all(table) as unknown as Parent[];
}

/** Sorts tables so that a table comes after the tables that its required foreign keys refer to. */
function inOrder(db: DatabaseSync, tables: Table[]): Table[] {
  const left = new Map(tables.map((table) => [table.name, table]));
  const sorted: Table[] = [];
  const isReady = ({ name, columns }: Table, waits: (column: Column | undefined) => boolean) =>
    parentsOf(db, name).every(
      ({ own, parent }) =>
        parent === name || !left.has(parent) || !waits(columns.find((column) => column.name === own)),
    );
  while (left.size > 0) {
    const next =
      [...left.values()].find((table) => isReady(table, () => true)) ??
      [...left.values()].find((table) => isReady(table, (column) => column?.isNotNull ?? false)) ??
      [...left.values()][0]!;
    left.delete(next.name);
    sorted.push(next);
  }
  return sorted;
}

function findRow(
  db: DatabaseSync,
  { table, parents, random, at }: { table: Table; parents: Parent[]; random: () => number; at: number },
): FoundRow[] {
  const columns = table.columns.filter(({ isGenerated }) => !isGenerated);
  const choices = columns.map((column) => {
    const parent = parents.find(({ own }) => own === column.name);
    const keys = parent ? keysOf(db, parent) : [];
    return [
      ...(column.isNotNull ? [] : [null]),
      ...(parent && keys.length > 0 ? keys : valuesFor(column, literalsOf(table, column.name), at)),
    ];
  });
  const sql = `INSERT INTO ${quoted(table.name)} (${columns.map(({ name }) => quoted(name)).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
  const insert = db.prepare(sql);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const values = choices.map((of) => of[Math.floor(random() * of.length)]!);
    try {
      insert.run(...values);
      return [{ sql, values }];
    } catch {
      // A check, a unique index or a foreign key refused the row: try other values.
    }
  }
  return [];
}

const keysOf = (db: DatabaseSync, { parent, column }: Parent): SQLInputValue[] =>
  db
    .prepare(`SELECT ${quoted(column)} AS key FROM ${quoted(parent)} LIMIT 5`)
    .all()
    .map(({ key }) => key as SQLInputValue);

interface Literals {
  texts: string[];
  numbers: number[];
}

/** Returns the values in the checks of a column. If a check lists the allowed values, returns only these. */
function literalsOf({ parts }: Table, column: string): Literals {
  const checks = [...parts.values()].map(plain).filter((part) => new RegExp(`\\b${column}\\b`).test(part));
  const [, list] = checks.map((part) => new RegExp(`\\b${column} in\\(([^)]*)\\)`, 'i').exec(part)).find(Boolean) ?? [];
  const text = list ?? checks.join(' ');
  const texts = Array.from(text.matchAll(/'((?:[^']|'')*)'/g), ([, inside]) => inside!.replaceAll("''", "'"));
  const numbers = Array.from(text.replaceAll(/'(?:[^']|'')*'/g, ' ').matchAll(/\b\d+\b/g), ([digits]) =>
    Number(digits),
  );
  return { texts: [...new Set(texts)].filter(Boolean), numbers: [...new Set(numbers)].filter(Number.isSafeInteger) };
}

function valuesFor({ name, type }: Column, { texts, numbers }: Literals, at: number): SQLInputValue[] {
  const own = `${name} ${at + 1}`;
  if (/int/i.test(type))
    return [at, at + 1, 1, 0, 1_700_000_000_000 + at, ...numbers, ...numbers.map((number) => -number)];
  if (/blob/i.test(type)) return [new Uint8Array([at, 1, 2])];
  if (/real|num/i.test(type)) return [at + 0.5, ...numbers];
  const keys = [64, 32, 22, 43].map((length) => `${at}`.padStart(length, 'a'));
  return [own, own, own.replaceAll(' ', ''), `${at}`, ...texts, '[]', '{}', ...keys];
}
