import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';

export interface Table {
  name: string;
  sql: string;
  /** The SQL text of each column and each constraint. The key is its name. */
  parts: Map<string, string>;
  /** The text after the closing bracket, such as `STRICT`. */
  options: string;
  columns: Column[];
}

export interface Column {
  name: string;
  type: string;
  isNotNull: boolean;
  default: string | null;
  isKey: boolean;
  isGenerated: boolean;
}

type TableParts = Pick<Table, 'name' | 'parts' | 'options'>;

export interface Piece {
  type: 'index' | 'trigger' | 'view' | 'virtual table';
  name: string;
  table: string;
  sql: string;
}

export interface Schema {
  tables: Map<string, Table>;
  pieces: Map<string, Piece>;
}

type Row = Record<string, SQLOutputValue>;

export function databaseAfter(scripts: readonly string[]): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  for (const script of scripts) db.exec(`BEGIN; ${script}; COMMIT;`);
  return db;
}

/** Reads the schema of a database. Leaves out the internal parts of SQLite and D1. */
export function schemaOf(db: DatabaseSync): Schema {
  const rows = db
    .prepare(
      `SELECT type, name, tbl_name, sql FROM sqlite_schema
        WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'd1_%'
          AND name NOT LIKE '#_cf#_%' ESCAPE '#'
          AND name NOT IN (SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow')
        ORDER BY rowid`,
    )
    .all() as { type: string; name: string; tbl_name: string; sql: string }[];
  const tables = rows.filter((row) => row.type === 'table' && !isVirtual(row));
  const pieces = rows.filter((row) => row.type !== 'table' || isVirtual(row));
  return {
    tables: new Map(
      tables.map(({ name, sql }) => [name, { name, sql, ...partsOf(sql), columns: columnsOf(db, name) }]),
    ),
    pieces: new Map(
      pieces.map((row) => {
        const type = (row.type === 'table' ? 'virtual table' : row.type) as Piece['type'];
        return [row.name, { type, name: row.name, table: row.tbl_name, sql: row.sql }];
      }),
    ),
  };
}

const isVirtual = ({ sql }: { sql: string }): boolean => /^CREATE VIRTUAL/i.test(sql);

function columnsOf(db: DatabaseSync, table: string): Column[] {
  const rows = db.prepare(`SELECT * FROM pragma_table_xinfo(?)`).all(table) as Row[];
  return rows.map((row) => ({
    name: String(row['name']),
    type: String(row['type']),
    isNotNull: row['notnull'] === 1,
    default: row['dflt_value'] === null ? null : String(row['dflt_value']),
    isKey: Number(row['pk']) > 0,
    isGenerated: Number(row['hidden']) > 1,
  }));
}

function partsOf(sql: string): Pick<Table, 'parts' | 'options'> {
  const [open, close] = [sql.indexOf('('), sql.lastIndexOf(')')];
  const parts = splitAtCommas(sql.slice(open + 1, close));
  return { parts: new Map(parts.map((part) => [nameOf(part), part])), options: sql.slice(close + 1).trim() };
}

/** Returns the name of a column or a named constraint. A constraint without a name is named by its whole text. */
function nameOf(part: string): string {
  const text = plain(part);
  const [, constraint] = /^CONSTRAINT (\S+) /i.exec(text) ?? [];
  if (constraint !== undefined) return `constraint ${constraint}`;
  return /^(PRIMARY|FOREIGN|UNIQUE|CHECK)\b/i.test(text) ? text : text.split(' ', 1)[0]!;
}

function splitAtCommas(text: string): string[] {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (const { 0: token, index } of text.matchAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|[(),]/g)) {
    if (token === '(') depth += 1;
    else if (token === ')') depth -= 1;
    else if (token === ',' && depth === 0) {
      parts.push(text.slice(start, index).trim());
      start = index + 1;
    }
  }
  return [...parts, text.slice(start).trim()];
}

/** Returns a statement with single spaces and without quotes around names, so that two statements can be compared. */
export function plain(sql: string): string {
  return sql
    .replaceAll(
      /('(?:[^']|'')*')|[`"](\w+)[`"]|\s*([(),])\s*|\s+/g,
      (_, text?: string, name?: string, mark?: string) => text ?? name ?? mark ?? ' ',
    )
    .trim();
}

export const tableOf = ({ name, parts, options }: TableParts): string =>
  `CREATE TABLE ${quoted(name)} (\n\t${[...parts.values()].join(',\n\t')}\n) ${options}`.trim();

export const quoted = (name: string): string => `"${name}"`;
