import { getTableName, is } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as roomTables from '../../drizzle/room/schema.ts';
import * as tables from '../../drizzle/tables/all-tables.ts';
import { KEEPING_DAYS } from '../../worker/contract/talk/keeping-times.ts';

const document = readFileSync('docs/operations.md', 'utf8');
const section = document.slice(document.indexOf('\n## Retention\n')).split('\n## ')[1]!;
const rows = [...section.matchAll(/^\| (`.+?) \| (.+) \|$/gm)].map(([, named, life]) => ({
  names: [...named!.matchAll(/`(\w+)`/g)].map(([, name]) => name!),
  life: life!,
}));

test('the retention table lists every table of the database and of the rooms once', () => {
  const all = [...Object.values(tables), ...Object.values(roomTables)]
    .filter((table) => is(table, SQLiteTable))
    .map(getTableName);
  expect(rows.flatMap(({ names }) => names).toSorted()).toEqual(all.toSorted());
});

test('each number of days in the retention table equals the number that the Worker uses', () => {
  const told = rows.flatMap(({ life }) =>
    [...life.matchAll(/(\d+) days?[^|`]*\(`(\w+)`\)/g)].map(([, days, name]) => [name, Number(days)]),
  );
  expect(Object.fromEntries(told)).toEqual(KEEPING_DAYS);
});
