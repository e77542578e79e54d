import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { type Column, plain, quoted, schemaOf, type Table } from './schema.ts';

/** How many rows each table gets, and how many tries a row has. */
const ROWS = 3;
const TRIES = 20_000;

/** A row that was found, as a statement with its values. */
export interface FoundRow {
  sql: string;
  values: SQLInputValue[];
}

/**
 * Inserts up to three rows into each table, by trying values from its checks until the database takes a row. The
 * database must have no triggers. The same schema gives the same rows. Returns the rows in an order that satisfies
 * foreign keys, and the tables that are still empty.
 */
export function fillTables(db: DatabaseSync): { rows: FoundRow[]; empty: string[] } {
  const schema = schemaOf(db);
  const rows: FoundRow[] = [];
  const empty: string[] = [];
  const pick = picker(1);
  for (const table of inOrder(db, [...schema.tables.values()])) {
    const parents = parentsOf(db, table.name);
    const found = Array.from({ length: ROWS }, (_, at) => findRow(db, { table, parents, pick, at })).filter(
      (row) => row !== undefined,
    );
    rows.push(...found);
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
  return db
    .prepare(
      `SELECT "from" AS own, "table" AS parent, coalesce("to", 'id') AS "column" FROM pragma_foreign_key_list(?)`,
    )
    .all(table)
    .map(({ own, parent, column }) => ({ own: String(own), parent: String(parent), column: String(column) }));
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
  { table, parents, pick, at }: { table: Table; parents: Parent[]; pick: <T>(of: readonly T[]) => T; at: number },
): FoundRow | undefined {
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
    const values = choices.map((of) => pick(of));
    try {
      insert.run(...values);
      return { sql, values };
    } catch {
      // A check, a unique index or a foreign key refused it: try other values.
    }
  }
  return undefined;
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

/**
 * Returns the values in the checks that mention a column. If a check lists the column's values, returns only that list.
 */
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
  return [
    own,
    own,
    own.replaceAll(' ', ''),
    `${at}`,
    ...texts,
    '[]',
    '{}',
    `${at}`.padStart(64, 'a'),
    `${at}`.padStart(32, 'b'),
    `${at}`.padStart(22, 'c'),
    `${at}`.padStart(43, 'd'),
  ];
}

/** Returns a function that picks one of several values. The same seed picks the same values. */
function picker(seed: number): <T>(of: readonly T[]) => T {
  let state = seed;
  return (of) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return of[Math.floor((state / 2 ** 32) * of.length)]!;
  };
}
