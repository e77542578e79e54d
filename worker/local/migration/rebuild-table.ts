import type { DatabaseSync } from 'node:sqlite';
import { quoted, type Schema, type Table } from './schema.ts';

/** The rows and values that other tables lose when one table is dropped. */
export interface Losses {
  /** Tables that lose rows, parents first. */
  rows: string[];
  /** Tables that lose only values, each with the columns that become null. */
  values: Map<string, string[]>;
}

/** Throws if one of the foreign keys has a rule other than cascade, set null or no action. */
export function lossesOf(db: DatabaseSync, { tables }: Schema, dropped: string): Losses {
  const keys = [...tables.keys()].flatMap((table) =>
    db
      .prepare('SELECT "from" AS own, "table" AS parent, on_delete FROM pragma_foreign_key_list(?)')
      .all(table)
      .map(({ own, parent, on_delete }) => ({ table, own: String(own), parent, rule: String(on_delete) })),
  );
  const rows = [dropped];
  const values = new Map<string, string[]>();
  for (const parent of rows) {
    for (const { table, own, rule } of keys.filter((key) => key.parent === parent)) {
      if (rule === 'CASCADE' && !rows.includes(table)) rows.push(table);
      if (rule === 'SET NULL') values.set(table, [...(values.get(table) ?? []), own]);
      const why = `${table}.${own} has ON DELETE ${rule}, which no rebuild can defer`;
      if (!['CASCADE', 'SET NULL', 'NO ACTION'].includes(rule))
        throw new Error(`${why}: write this migration by hand.`);
    }
  }
  for (const table of rows) values.delete(table);
  return { rows: rows.slice(1), values };
}

/**
 * Returns the statements that give a table another definition and lose no row. D1 always enforces foreign keys, so the
 * rows and values that other tables would lose are copied before the drop and written back afterwards. No trigger may
 * run meanwhile, and no view may read these tables.
 */
export function rebuildTable(
  schema: Schema,
  { from, to, losses }: { from: Table; to: Table; losses: Losses },
): string[] {
  const lost = losses.rows.map((name) => schema.tables.get(name)!);
  const copies = [from, ...lost].map(
    (table) => `CREATE TABLE ${copyOf(table.name)} AS SELECT ${rowId(table)}, * FROM ${quoted(table.name)}`,
  );
  const lists = [...losses.values].map(([name, columns]) => ({ name, list: columns.map(quoted).join(', ') }));
  const copiedValues = lists.map(
    ({ name, list }) => `CREATE TABLE ${copyOf(name)} AS SELECT rowid AS kept_rowid, ${list} FROM ${quoted(name)}
  WHERE coalesce(${list}, NULL) IS NOT NULL`,
  );
  const back = lists.map(
    ({ name, list }) => `UPDATE ${quoted(name)} SET (${list}) = (SELECT ${list} FROM ${copyOf(name)}
  WHERE kept_rowid = ${quoted(name)}.rowid) WHERE rowid IN (SELECT kept_rowid FROM ${copyOf(name)})`,
  );
  const copied = [from.name, ...losses.rows, ...losses.values.keys()];
  return [
    'PRAGMA defer_foreign_keys = on',
    ...copies,
    ...copiedValues,
    ...keepCounter(from),
    `DROP TABLE ${quoted(from.name)}`,
    to.sql,
    fill(from, to),
    ...restoreCounter(from),
    ...lost.map((table) => `${fill(table, table)} WHERE kept_rowid NOT IN (SELECT rowid FROM ${quoted(table.name)})`),
    ...back,
    ...copied.map((name) => `DROP TABLE ${copyOf(name)}`),
  ];
}

const copyOf = (name: string): string => quoted(`kept_${name}`);

function rowId({ name, options }: Table): string {
  if (/WITHOUT ROWID/i.test(options)) throw new Error(`${name} has no rowid: write this migration by hand.`);
  return 'rowid AS kept_rowid';
}

/** Inserts the copied rows with their rowids. If a column is now required, its default replaces each null. */
function fill(from: Table, to: Table): string {
  const had = new Map(from.columns.map((column) => [column.name, column]));
  const kept = to.columns.filter(({ name, isGenerated }) => had.has(name) && !isGenerated);
  const values = kept.map(({ name, isNotNull, default: value }) =>
    isNotNull && value !== null && !had.get(name)!.isNotNull ? `coalesce(${quoted(name)}, ${value})` : quoted(name),
  );
  // An integer key is the rowid.
  const hasOwn =
    to.columns.filter(({ isKey }) => isKey).length === 1 &&
    to.columns.some(({ isKey, type }) => isKey && /^integer$/i.test(type));
  const [names, read] = hasOwn ? [[], []] : [['rowid'], ['kept_rowid']];
  return `INSERT INTO ${quoted(to.name)} (${[...names, ...kept.map(({ name }) => quoted(name))].join(', ')})
  SELECT ${[...read, ...values].join(', ')} FROM ${copyOf(from.name)}`;
}

const counts = ({ sql }: Table): boolean => /AUTOINCREMENT/i.test(sql);

const keepCounter = (table: Table): string[] =>
  counts(table) ? [`CREATE TABLE kept_counter AS SELECT seq FROM sqlite_sequence WHERE name = '${table.name}'`] : [];

/** Keeps AUTOINCREMENT from reusing the number of a deleted row. */
const restoreCounter = (table: Table): string[] =>
  counts(table)
    ? [
        `DELETE FROM sqlite_sequence WHERE name = '${table.name}'`,
        `INSERT INTO sqlite_sequence (name, seq) SELECT '${table.name}', seq FROM kept_counter`,
        'DROP TABLE kept_counter',
      ]
    : [];
