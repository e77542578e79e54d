import { afterAll, expect, test } from 'vitest';
import { DAY } from '../../contract/time/durations.ts';
import { guard } from './guard.db.ts';
import { changeTo } from './next-migration.ts';
import { openDatabases } from './open-databases.ts';
import { databaseAfter, schemaOf } from './schema.ts';

const PEOPLE = `CREATE TABLE people (id text PRIMARY KEY NOT NULL, nick text NOT NULL, mood text, age integer DEFAULT 18,
  CONSTRAINT people_mood CHECK(mood in ('good', 'bad')))`;
const OTHERS = [
  'CREATE TABLE clubs (id text PRIMARY KEY NOT NULL, title text)',
  `CREATE TABLE members (person_id text NOT NULL REFERENCES people(id) ON DELETE CASCADE,
    club_id text REFERENCES clubs(id) ON DELETE SET NULL, since integer NOT NULL)`,
  'CREATE TABLE bills (id integer PRIMARY KEY, person_id text NOT NULL REFERENCES people(id), cents integer NOT NULL)',
  'CREATE INDEX people_nick ON people (nick)',
  'CREATE VIEW grown_ups AS SELECT id, nick FROM people WHERE age >= 18',
  `CREATE TRIGGER bills_are_final BEFORE UPDATE ON bills BEGIN SELECT RAISE(ABORT, 'bills are final'); END`,
  `CREATE TRIGGER members_are_final BEFORE DELETE ON members WHEN (SELECT age FROM people WHERE id = old.person_id) > 0
    BEGIN SELECT RAISE(ABORT, 'members stay'); END`,
];
const FIRST = { name: '0000_first.sql', sql: `${[PEOPLE, ...OTHERS].join(';\n')};` };

/** Rebuilds a table as drizzle-kit does. It first turns foreign keys off, but D1 ignores that. */
const rebuilt = (table: string, create: string, columns: string) =>
  `PRAGMA foreign_keys=OFF; ${create.replace(`TABLE ${table}`, `TABLE __new_${table}`)};
  INSERT INTO __new_${table} (${columns}) SELECT ${columns} FROM ${table};
  DROP TABLE ${table}; ALTER TABLE __new_${table} RENAME TO ${table}; PRAGMA foreign_keys=ON;`;
const CLUBS = 'CREATE TABLE clubs (id text PRIMARY KEY NOT NULL, title text, CONSTRAINT clubs_title CHECK(title <> 1))';

const BROKEN_CLUBS = CLUBS.replace('title <> 1', 'id is null');

/** Rebuilds a table as `npm run migrations` does. */
function written(from: string, to: string): string {
  const wanted = schemaOf(databaseAfter([FIRST.sql.replace(from, to)]));
  const { statements, removals } = changeTo(databaseAfter([FIRST.sql]), wanted, { keeps: false });
  return [...removals.map((each) => `-- ${each}`), ...statements.map((each) => `${each};`)].join('\n');
}

const databases = openDatabases(100);
afterAll(databases.close);

const problemsOf = (sql: string) =>
  guard(databases.open, { migrations: [FIRST, { name: '0001_next.sql', sql }], applied: new Set([FIRST.name]) });

test.each([
  ['adds a column', 'ALTER TABLE people ADD COLUMN school text'],
  ['adds a required column with a default', `ALTER TABLE people ADD COLUMN school text DEFAULT 'none' NOT NULL`],
  ['adds a table', 'CREATE TABLE rooms (id text PRIMARY KEY)'],
  ['adds an index', 'CREATE INDEX members_since ON members (since)'],
  ['adds a trigger', 'CREATE TRIGGER no_clubs BEFORE INSERT ON clubs BEGIN SELECT 1; END'],
  ['adds a view', 'CREATE VIEW ids AS SELECT id FROM people'],
  ['adds a row', `INSERT INTO clubs (id) VALUES ('a new club')`],
  ['names what it drops', '-- removes index people_nick\nDROP INDEX people_nick'],
  ['names the rows it deletes', '-- removes rows of bills\nDELETE FROM bills WHERE id = 1'],
  ['names the values it changes', '-- changes clubs.title\nUPDATE clubs SET title = id'],
  ['is generated to widen a check', written(`'bad'`, `'bad', 'new'`)],
  ['is generated to change a default', written('DEFAULT 18', 'DEFAULT 21')],
  [
    'is generated to drop a check',
    written(
      `, mood text, age integer DEFAULT 18,\n  CONSTRAINT people_mood CHECK(mood in ('good', 'bad'))`,
      ', mood text, age integer DEFAULT 18',
    ),
  ],
  ['is generated to make a column required', written(' age integer DEFAULT 18,', ' age integer DEFAULT 18 NOT NULL,')],
])('a migration that %s is accepted', async (_, sql) => {
  expect(await problemsOf(sql)).toEqual([]);
});

test.each([
  [
    'drops a column',
    'DROP VIEW grown_ups; DROP TRIGGER members_are_final; ALTER TABLE people DROP COLUMN age',
    ['removes column people.age', 'removes view grown_ups', 'removes trigger members_are_final'],
  ],
  ['renames a column', 'ALTER TABLE clubs RENAME COLUMN title TO heading', ['removes column clubs.title']],
  ['drops a table', 'DROP TABLE bills', ['removes table bills', 'removes trigger bills_are_final']],
  ['drops an index', 'DROP INDEX people_nick', ['removes index people_nick']],
  ['drops a trigger', 'DROP TRIGGER bills_are_final', ['removes trigger bills_are_final']],
  ['drops a view', 'DROP VIEW grown_ups', ['removes view grown_ups']],
  [
    'weakens a trigger',
    'DROP TRIGGER bills_are_final; CREATE TRIGGER bills_are_final BEFORE UPDATE OF id ON bills BEGIN SELECT 1; END',
    ['replaces trigger bills_are_final'],
  ],
  ['widens a view', 'DROP VIEW grown_ups; CREATE VIEW grown_ups AS SELECT id FROM people', ['replaces view grown_ups']],
  ['deletes rows', 'DELETE FROM clubs', ['removes rows of clubs', 'changes members.club_id']],
  [
    'deletes a row and adds another',
    `DELETE FROM bills WHERE id = 1; INSERT INTO bills (id, person_id, cents) SELECT 99, id, ${DAY} FROM people LIMIT 1`,
    ['changes bills.rowid', 'changes bills.id', 'changes bills.person_id', 'changes bills.cents'],
  ],
  ['changes values', 'UPDATE clubs SET title = id', ['changes clubs.title']],
  ['adds a check as drizzle-kit does', rebuilt('clubs', CLUBS, 'id, title'), ['changes members.club_id']],
  [
    'forgets a foreign key',
    rebuilt(
      'bills',
      'CREATE TABLE bills (id integer PRIMARY KEY, person_id text NOT NULL, cents integer NOT NULL)',
      'id, person_id, cents',
    ),
    ['replaces column bills.person_id', 'removes trigger bills_are_final'],
  ],
])('a migration that %s is refused unless its comments name each loss', async (_, sql, losses) => {
  const problems = await problemsOf(sql);
  const named = losses.map((loss) => `-- ${loss}\n`).join('');
  expect(problems.toSorted()).toEqual(
    losses.map((loss) => `0001_next.sql ${loss}. If that is meant, add the line “-- ${loss}” to it.`).toSorted(),
  );
  expect(await problemsOf(named + sql)).toEqual([]);
});

test.each([
  ['rebuilds a table that others reference', rebuilt('people', PEOPLE, 'id, nick, mood, age'), 'fails on full tables'],
  ['adds a check that existing rows break', rebuilt('clubs', BROKEN_CLUBS, 'id, title'), 'fails on full tables: CHECK'],
  [
    'requires a value that existing rows lack',
    rebuilt(
      'members',
      'CREATE TABLE members (person_id text NOT NULL REFERENCES people(id), club_id text NOT NULL, since integer NOT NULL, way text NOT NULL)',
      'person_id, club_id, since',
    ),
    'fails on full tables: NOT NULL',
  ],
  ['makes a column unique', 'CREATE UNIQUE INDEX one_bill ON bills (id > -1)', 'fails on full tables: UNIQUE'],
  [
    'adds a foreign key that existing rows break',
    rebuilt('clubs', 'CREATE TABLE clubs (id text PRIMARY KEY REFERENCES people(nick), title text)', 'id, title'),
    'fails on full tables',
  ],
  ['changes rows that a trigger protects', 'UPDATE bills SET cents = 0', 'fails on full tables: bills are final'],
  ['deletes from a table that does not exist', 'DELETE FROM nowhere', 'fails on empty tables: no such table'],
  [
    'names a removal that does not happen',
    '-- removes rows of clubs\nSELECT 1',
    'says that it removes rows of clubs, and does not.',
  ],
])('a migration that %s is refused', async (_, sql, problem) => {
  expect((await problemsOf(sql)).join('\n').replaceAll('D1_ERROR: ', '')).toContain(`0001_next.sql ${problem}`);
});

const open = () => Promise.reject(new Error('no database'));

test('the guard has nothing to check in an empty database, or if every migration is already applied', async () => {
  const migrations = [FIRST, { name: '0001_next.sql', sql: 'DROP TABLE people' }];
  expect(await guard(open, { migrations, applied: new Set() })).toEqual([]);
  expect(await guard(open, { migrations, applied: new Set(migrations.map(({ name }) => name)) })).toEqual([]);
});
