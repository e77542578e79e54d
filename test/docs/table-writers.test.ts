import { getTableName, is } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as roomTables from '../../drizzle/room/schema.ts';
import * as tables from '../../drizzle/tables/all-tables.ts';
import { ALLOWED, FORBIDDEN } from './table-writers/cases.ts';
import { foreignWrites, OWNER_OF } from './table-writers/judge-writes.ts';
import { EXCEPTIONS, OWNERS } from './table-writers/owners.ts';

const exports = new Map(
  Object.entries({ ...roomTables, ...tables }).flatMap(([name, table]) =>
    is(table, SQLiteTable) ? [[name, getTableName(table)]] : [],
  ),
);
// The search index and the list of migrations are outside the schema.
const known = { exports, names: new Set([...exports.values(), 'event_index', 'd1_migrations']) };

const files = globSync(['worker/**/*.ts', 'drizzle/triggers/**/*.ts'])
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !path.endsWith('.test.ts'));
const foreign = files.flatMap((file) => foreignWrites(file, readFileSync(file, 'utf8'), known));

test('each table is written only by its owner and by the listed exceptions', () => {
  expect(files.length).toBeGreaterThan(600);
  const refused = foreign
    .filter(({ file, table }) => !EXCEPTIONS[file]?.includes(table))
    .map(({ file, line, table }) => `${file}:${line} writes ${table}, which belongs to ${OWNER_OF.get(table)}`);
  expect(refused).toEqual([]);
});

test('each file that is listed as an exception still writes the tables listed for it', () => {
  const listed = Object.entries(EXCEPTIONS).flatMap(([file, names]) => names.map((name) => `${name} in ${file}`));
  expect(listed.toSorted()).toEqual([...new Set(foreign.map(({ file, table }) => `${table} in ${file}`))].toSorted());
});

test('each table has exactly one owner, and the owner’s folder exists', () => {
  const owned = Object.values(OWNERS).flat();
  expect(owned.toSorted()).toEqual([...exports.values(), 'event_index'].toSorted());
  const folders = Object.keys(OWNERS).filter((owner) => owner !== 'rooms');
  expect(folders.filter((owner) => !existsSync(`worker/features/${owner}`))).toEqual([]);
});

test('each table is defined in the folder of the district that owns it', () => {
  const described = globSync('drizzle/tables/*/**/*.ts').flatMap((path) =>
    Array.from(readFileSync(path, 'utf8').matchAll(/\bsqliteTable\(\s*'(\w+)'/g), ([, name]) => ({
      name: name!,
      district: path.split(/[\\/]/)[2]!,
    })),
  );
  expect(described.length).toBeGreaterThan(70);
  const elsewhere = described.filter(({ name, district }) => OWNER_OF.get(name)?.split('/')[0] !== district);
  expect(elsewhere).toEqual([]);
});

const refusedOf = (cases: Record<string, string[]>) =>
  Object.entries(cases).flatMap(([file, sources]) =>
    sources.filter((source) => foreignWrites(file, source, known).length > 0),
  );

test('the check refuses each forbidden write and accepts each allowed write', () => {
  expect(refusedOf(FORBIDDEN)).toEqual(Object.values(FORBIDDEN).flat());
  expect(refusedOf(ALLOWED)).toEqual([]);
});
