import { expect, test } from 'vitest';
import { isRead, isSafeToRepeat } from './statement-kinds.ts';

const KEY = 'a-key-of-a-client';
const ask = (sql: string, ...values: unknown[]) => ({ sql, values });

test.each([
  ['select * from "events" where "id" = ?', true],
  ['  SELECT 1', true],
  ['select "delete" from "updates" where "note" = \'insert into x\'', true],
  ['with recent as (select 1) select * from recent', true],
  ['explain query plan select 1', true],
  ['with gone as (select 1) delete from "events"', false],
  ['insert into "events" ("id") select 1', false],
  ['update "events" set "title" = ?', false],
  ['delete from "events"', false],
  ['pragma foreign_keys', false],
  ['begin', false],
])('the statement “%s” only reads: %s', (sql, reads) => {
  expect(isRead(ask(sql))).toBe(reads);
});

test.each([
  ['a read', [ask('select 1')], true],
  ['an insert that ignores an existing row', [ask('insert into "a" ("id") values (?) on conflict do nothing')], true],
  [
    'an insert that ignores a conflict in a named column',
    [ask('insert into "a" ("id") select ? where 1 on conflict ("a"."id") do nothing', 'x')],
    true,
  ],
  [
    'an insert that ignores an existing row and returns the new one',
    [ask('insert into "a" values (?) on conflict do nothing returning "id"')],
    false,
  ],
  ['an insert', [ask('insert into "a" values (?)')], false],
  ['an insert whose text says "do nothing"', [ask('insert into "a" values (\'on conflict do nothing\')')], false],
  [
    'an insert that overwrites a row',
    [ask('insert into "a" values (?) on conflict ("id") do update set "b" = ?')],
    false,
  ],
  ['a deletion', [ask('delete from "a" where "id" = ?')], true],
  ['a deletion that returns what it deleted', [ask('delete from "a" where "id" = ? returning "id"')], false],
  ['an update', [ask('update "a" set "b" = ? where "id" = ?')], false],
  [
    'a deletion, an insert that ignores an existing row, and a read',
    [ask('delete from "a"'), ask('insert into "a" values (?) on conflict do nothing'), ask('select * from "a"')],
    true,
  ],
  ['a deletion and an update', [ask('delete from "a"'), ask('update "a" set "b" = 1')], false],
  [
    'an insert with the idempotency key, and an update',
    [ask('insert into "a" values (?, ?)', 1, KEY), ask('update "a" set "b" = 1')],
    true,
  ],
  ['an insert of text made from the idempotency key', [ask('insert into "a" values (?)', `write-off:${KEY}`)], true],
  ['an update with the idempotency key', [ask('update "a" set "b" = ?', KEY)], false],
  ['a read with the idempotency key, and an update', [ask('select ?', KEY), ask('update "a" set "b" = 1')], false],
])('%s, safe to repeat: $2', (_name, call, isSafe) => {
  expect(isSafeToRepeat(call, KEY)).toBe(isSafe);
});

test('in a request without an idempotency key, a plain insert is not safe to repeat', () => {
  expect(isSafeToRepeat([ask('insert into "a" values (?)', KEY)], undefined)).toBe(false);
});
