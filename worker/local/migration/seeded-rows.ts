import type { DatabaseSync } from 'node:sqlite';
import { schemaOf } from './schema.ts';
import { insertInto, literal, SEEDED, type SeededRows } from './wanted.ts';
import type { Change } from './next-migration.ts';

type Row = readonly (string | number | null)[];

/**
 * Returns the statements that bring the seeded rows up to date. They update or delete a row only while it has all its
 * old values. So a row that staff have edited keeps the edit.
 */
export function changedRows(live: DatabaseSync): Change {
  const { tables } = schemaOf(live);
  const changes = SEEDED.filter(({ table }) => tables.has(table)).map((seeded) => changesOf(live, seeded));
  return {
    statements: changes.flatMap(({ statements }) => statements),
    removals: changes.flatMap(({ removals }) => removals),
  };
}

function changesOf(live: DatabaseSync, seeded: SeededRows): Change {
  const { table, columns, key, rows } = seeded;
  const keyOf = (row: Row) => JSON.stringify(row.slice(0, key.length));
  const read = live.prepare(`SELECT ${columns.join(', ')} FROM ${table}`).all();
  const stored = read.map((row) => columns.map((name) => row[name] as Row[number]));
  const before = new Map(stored.map((row) => [keyOf(row), row]));
  const now = new Map(rows.map((row) => [keyOf(row), row]));
  const added = [...now].filter(([id]) => !before.has(id)).map(([, row]) => row);
  const gone = [...before].filter(([id]) => !now.has(id)).map(([, row]) => row);
  const isRow = (row: Row) => columns.map((name, at) => `${name} IS ${literal(row[at]!)}`).join(' AND ');
  const updates = [...now].flatMap(([id, row]) => {
    const old = before.get(id);
    const changed = old
      ? columns.flatMap((name, at) => (old[at] === row[at] ? [] : [`${name} = ${literal(row[at]!)}`]))
      : [];
    return changed.length > 0 ? [`UPDATE ${table} SET ${changed.join(', ')} WHERE ${isRow(old!)}`] : [];
  });
  const changedColumns = columns.filter((_, at) =>
    [...now].some(([id, row]) => before.has(id) && before.get(id)![at] !== row[at]),
  );
  return {
    statements: [
      // Staff may have added the same row.
      ...(added.length > 0 ? [`${insertInto(seeded, added)}\nON CONFLICT (${key.join(', ')}) DO NOTHING`] : []),
      ...updates,
      ...gone.map((row) => `DELETE FROM ${table} WHERE ${isRow(row)}`),
    ],
    removals: [
      ...changedColumns.map((name) => `changes ${table}.${name}`),
      ...(gone.length > 0 ? [`removes rows of ${table}`] : []),
    ],
  };
}
