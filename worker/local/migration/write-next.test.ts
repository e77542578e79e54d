import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { FIRST, freeze, readMigrations, thawed } from './files.ts';
import { guardLocally } from './open-databases.ts';
import { databaseAfter, schemaOf } from './schema.ts';
import { nextMigrations, writeNext } from './write-next.ts';

const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  for (const { name } of readMigrations(folder)) rmSync(join(folder, name));
  // The folder gets two migrations. The second contains all later ones too.
  const [tables, triggers, ...later] = readMigrations('migrations');
  writeFileSync(join(folder, tables!.name), tables!.sql);
  writeFileSync(join(folder, triggers!.name), [triggers!, ...later].map(({ sql }) => sql).join('\n'));
});

/** The file name of the next migration, or of the one that comes `later` places after it. */
const nextFile = (title: string, later = 0) => `${String(2 + later).padStart(4, '0')}_${title}.sql`;

/** Replaces `now` with `then` in a migration of the folder, as if the schema had once been different. */
function before(name: string, now: string | RegExp, then: string): void {
  const text = readFileSync(join(folder, name), 'utf8');
  expect(text).toMatch(now);
  writeFileSync(join(folder, name), text.replace(now, then));
}

const rowOf = (school: string, scripts: readonly string[]) =>
  databaseAfter(scripts).prepare('SELECT name FROM schools WHERE id = ?').get(school);

test('the migrations contain everything in the sources', async () => {
  expect(await nextMigrations('migrations', 'change')).toEqual(new Map());
  expect(thawed('migrations')).toEqual([]);
});

const NEXT = [nextFile('next')];
const CONTRACT = [nextFile('contract-next')];
test.each([
  ['a new column', '0000_tables.sql', '\t`invited_at` integer,\n', '', NEXT],
  ['a new word of a vocabulary', '0000_tables.sql', "'transfer', 'name_list'", "'transfer'", NEXT],
  ['a changed default', '0000_tables.sql', '`places` integer DEFAULT 1', '`places` integer DEFAULT 2', NEXT],
  ['a new table', '0000_tables.sql', /CREATE TABLE `saved_events`[^;]*;[^]*?(?=CREATE TABLE)/, '', NEXT],
  ['a new index', '0000_tables.sql', /CREATE INDEX `events_image`[^;]*;/, '', NEXT],
  ['a changed trigger', '0001_triggers.sql', /'audit_chain_update: /, "'formerly: ", NEXT],
  ['a new trigger', '0001_triggers.sql', /CREATE TRIGGER audit[^]*?END;/, '', NEXT],
  ['a new switch', '0001_triggers.sql', "('venues', 0, 0), ", '', NEXT],
  ['a new domain of a school', '0001_triggers.sql', /\('olin\.edu', [^)]*\),\n/, '', NEXT],
  ['a removed table', '0000_tables.sql', /^/, 'CREATE TABLE `old` (`id` text);\n', CONTRACT],
  [
    'a removed column',
    '0000_tables.sql',
    '`cancel_reason` text,',
    '`cancel_reason` text, `old_reason` text,',
    CONTRACT,
  ],
  [
    'a removed column and a new one',
    '0000_tables.sql',
    '`invited_at` integer,',
    '`old_invited_at` integer,',
    [nextFile('next'), nextFile('contract-next', 1)],
  ],
])('writeNext writes the migrations for %s', async (_, name, now, then, written) => {
  before(name, now, then);
  expect(await writeNext(folder, 'next')).toEqual(written);
  expect(await nextMigrations(folder, 'next')).toEqual(new Map());
});

test('a migration that removes a column names the column in its first line', async () => {
  before(
    '0000_tables.sql',
    '`is_anonymous` integer DEFAULT false',
    '`old_kind` text, `is_anonymous` integer DEFAULT true',
  );
  before('0001_triggers.sql', "('venues', 0, 0), ", '');
  expect(await writeNext(folder, 'next')).toEqual([nextFile('next'), nextFile('contract-next', 1)]);
  const [next, contract] = readMigrations(folder).slice(-2);
  expect(next!.sql).toContain('CREATE TABLE "kept_auth_sessions"');
  expect(contract!.sql).toMatch(/^-- removes column auth_users\.old_kind\n/);
  expect(await guardLocally({ migrations: readMigrations(folder), applied: FIRST })).toEqual([]);
});

test('a migration renames a seeded school, unless staff have renamed it', async () => {
  before('0001_triggers.sql', "('olin', 'Olin College of Engineering'", "('olin', 'Olin'");
  const applied = readMigrations(folder).map(({ sql }) => sql);
  expect(await writeNext(folder, 'next')).toEqual([nextFile('next')]);
  const next = readMigrations(folder).at(-1)!.sql;
  expect(rowOf('olin', [...applied, next])).toEqual({ name: 'Olin College of Engineering' });
  const byStaff = `UPDATE schools SET name = 'Our Olin' WHERE id = 'olin'`;
  expect(rowOf('olin', [...applied, byStaff, next])).toEqual({ name: 'Our Olin' });
});

test('a required column can be removed only after a release in which it may be null', async () => {
  before('0000_tables.sql', '`cancel_reason` text,', '`cancel_reason` text, `old_reason` text NOT NULL,');
  await expect(nextMigrations(folder, 'next')).rejects.toThrow("events.old_reason can't be null. Let it be null");
});

test('migrations that were edited, deleted or never frozen are reported', () => {
  freeze(folder);
  expect(thawed(folder)).toEqual([]);
  before('0000_tables.sql', 'CREATE', '-- edited\nCREATE');
  rmSync(join(folder, '0001_triggers.sql'));
  writeFileSync(join(folder, nextFile('by-hand')), 'SELECT 1;');
  expect(thawed(folder).map((problem) => problem.replace(`${folder}/`, ''))).toEqual([
    '0000_tables.sql was edited. A database may have it already: restore the file and write the change as a new migration.',
    '0001_triggers.sql is missing. A database may have it already: restore the file.',
    `${nextFile('by-hand')} is not frozen: run \`npm run migrations\` and commit frozen.json.`,
  ]);
});

test('a migration keeps its frozen hash if its line ends become those of Windows', () => {
  freeze(folder);
  const path = join(folder, '0000_tables.sql');
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('\n', '\r\n'));
  expect(thawed(folder)).toEqual([]);
  expect(schemaOf(databaseAfter(readMigrations(folder).map(({ sql }) => sql))).tables.size).toBeGreaterThan(80);
});
