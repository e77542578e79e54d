import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Migration } from '../migration/files.ts';
import { phasesOf } from './migration-phases.ts';

const FIRST: Migration = {
  name: '0000_tables.sql',
  sql: 'create table people (id text, nick text); create table clubs (id text);',
};
const ADD: Migration = { name: '0001_add-age.sql', sql: 'alter table people add column age integer;' };
const DROP = 'alter table people drop column nick;';
const there = new Set([FIRST.name]);

test('in an empty database every migration runs before the Worker is deployed', () => {
  const contract = { name: '0002_contract-nick.sql', sql: DROP };
  expect(phasesOf([FIRST, ADD, contract], new Set())).toEqual({
    expand: [FIRST.name, ADD.name, contract.name],
    contract: [],
    problems: [],
  });
});

test('columns are added before the new Worker is deployed, and dropped after the deployment', () => {
  const contract = { name: '0001_contract-nick.sql', sql: DROP };
  const late = { name: '0002_add-age.sql', sql: ADD.sql };
  expect(phasesOf([FIRST, contract, late], there)).toEqual({
    expand: [late.name],
    contract: [contract.name],
    problems: [],
  });
});

test('migrations that are already applied are left out', () => {
  expect(phasesOf([FIRST, ADD], new Set([FIRST.name, ADD.name]))).toEqual({ expand: [], contract: [], problems: [] });
});

test.each([
  ['drops a column', DROP, 'people.nick'],
  ['renames a column', 'alter table people rename column nick to alias;', 'people.nick'],
  ['drops a table', 'drop table clubs;', 'clubs.id'],
  [
    'copies a table without one of its columns',
    'create table __new_people (id text); insert into __new_people select id from people; drop table people; alter table __new_people rename to people;',
    'people.nick',
  ],
])('a migration that %s is refused unless it is named NNNN_contract-…', (_, sql, what) => {
  const { problems } = phasesOf([FIRST, { name: '0001_careless.sql', sql }], there);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(`0001_careless.sql removes ${what}`);
  expect(phasesOf([FIRST, { name: '0001_contract-it.sql', sql }], there).problems).toEqual([]);
});

test('a migration may copy a table if it keeps all columns', () => {
  const sql =
    'create table __new_people (id text primary key, nick text); insert into __new_people select * from people; drop table people; alter table __new_people rename to people;';
  expect(phasesOf([FIRST, { name: '0001_key.sql', sql }], there).problems).toEqual([]);
});

test('a migration that depends on an earlier removal cannot be deployed in the same release', () => {
  const contract = { name: '0001_contract-nick.sql', sql: DROP };
  const again = { name: '0002_nick-again.sql', sql: 'alter table people add column nick integer;' };
  expect(phasesOf([FIRST, contract, again], there).problems).toEqual([
    'A migration depends on one named contract-…. Deploy them in two releases.',
  ]);
});

test('the migrations of the project run in order in a database in memory', () => {
  const names = readdirSync('migrations').filter((name) => name.endsWith('.sql'));
  const migrations = names.toSorted().map((name) => ({ name, sql: readFileSync(`migrations/${name}`, 'utf8') }));
  expect(phasesOf(migrations, new Set([migrations[0]!.name])).problems).toEqual([]);
  const careless = { name: '9999_careless.sql', sql: 'drop table site_facts' };
  expect(phasesOf([...migrations, careless], new Set(names)).problems.join()).toContain('removes site_facts.');
});
