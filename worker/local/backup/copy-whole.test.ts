import { expect, onTestFinished, test } from 'vitest';
import { copyWhole } from './copy-whole.db.ts';
import { openScratch } from './open-scratch.ts';
import type { Database, Scratch } from './places.ts';

const NOW = new Date('2026-11-22T04:00:00Z');
const SCHEMA = `
  create table people (id text primary key, email text unique, updated_at integer not null default 0);
  create table sessions (id text primary key, person text not null references people (id) on delete cascade);
  create table marks (session text not null references sessions (id) on delete cascade, word text);
  create table ledger_accounts (name text primary key, debits_cents integer not null);
  create table ledger_transfers (seq integer primary key, debit text, credit text, at integer);
  create trigger once before insert on marks begin select 1; end;`;

function opened(): Scratch {
  const scratch = openScratch();
  onTestFinished(() => scratch.close());
  return scratch;
}

async function live(count: number): Promise<Scratch> {
  const database = opened();
  await database.run(`pragma foreign_keys = on; ${SCHEMA};
    with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})
      insert into people (id, email) select 'p' || i, i || '@vouch.test' from n;
    insert into sessions select 's' || id, id from people;
    insert into marks select id, 'word' from sessions;
    insert into ledger_accounts select id, 0 from people;`);
  return database;
}

type Statement = ReturnType<Database['prepare']>;

/** Calls `write` before each read from the live database. `call` is the number of the read, counted from 1. */
function writtenMeanwhile(database: Database, write: (call: number) => Promise<void>): Database {
  let calls = 0;
  const inner = new WeakMap<Statement, Statement>();
  const wrap = (statement: Statement): Statement => {
    const wrapped: Statement = {
      bind: (...values) => wrap(statement.bind(...values)),
      raw: async <Row>() => {
        await write((calls += 1));
        return statement.raw<Row>();
      },
      run: () => statement.run(),
    };
    inner.set(wrapped, statement);
    return wrapped;
  };
  return {
    prepare: (sql) => wrap(database.prepare(sql)),
    batch: async (statements) => {
      await write((calls += 1));
      return database.batch(statements.map((each) => inner.get(each)!));
    },
  };
}

const all = (database: Database, sql: string) => database.prepare(sql).raw<(string | number)[]>();

test('the copy of a small database has the same rows in every table', async () => {
  const [database, scratch] = [await live(20), opened()];
  const shape = await copyWhole(database, scratch, { now: NOW });
  expect(shape.tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['people', 'sessions', 'marks', 'ledger_accounts', 'ledger_transfers']),
  );
  for (const { name } of shape.tables)
    expect(await all(scratch, `select * from ${name}`)).toEqual(await all(database, `select * from ${name}`));
});

test('a row is left out of the copy if its parent was deleted during the backup', async () => {
  const [database, scratch] = [await live(5000), opened()];
  const writing = writtenMeanwhile(database, (call) =>
    database.run(`insert into people (id, email) values ('new${call}', 'new${call}@vouch.test');
      update sessions set person = 'new${call}' where id = 'sp${call}';
      delete from people where id = 'new${call - 1}'`),
  );
  await copyWhole(writing, scratch, { now: NOW });
  expect(await all(scratch, 'pragma foreign_key_check')).toEqual([]);
  const ids = async (database_: Database) =>
    (await all(database_, 'select id from sessions')).map(([id]) => String(id));
  const [kept, there] = [new Set(await ids(scratch)), await ids(database)];
  expect(there.filter((id) => !kept.has(id))).toEqual([]);
  expect(there.length).toBeLessThan(5000);
});

test('the copy is complete even if a unique value moves to a new row during the backup', async () => {
  const [database, scratch] = [await live(5000), opened()];
  const writing = writtenMeanwhile(database, async (call) => {
    if (call !== 12) return;
    await database.run(`update people set email = 'moved@vouch.test' where id = 'p7';
      insert into people (id, email) values ('late', '7@vouch.test')`);
  });
  await copyWhole(writing, scratch, { now: NOW });
  const found = await all(scratch, `select id, email from people where id in ('p7', 'late') order by id`);
  expect(found).toEqual([
    ['late', '7@vouch.test'],
    ['p7', 'moved@vouch.test'],
  ]);
  expect(await all(scratch, 'select count(*) from people')).toEqual([[5001]]);
});

test('an old row that changes during the backup is copied with its new values', async () => {
  const [database, scratch] = [await live(5000), opened()];
  const at = NOW.getTime();
  const writing = writtenMeanwhile(database, async (call) => {
    if (call !== 20) return;
    await database.run(`update people set email = 'changed@vouch.test', updated_at = ${at} where id = 'p3';
      insert into ledger_transfers values (1, 'p1', 'p2', ${at});
      update ledger_accounts set debits_cents = 500 where name in ('p1', 'p2')`);
  });
  await copyWhole(writing, scratch, { now: NOW });
  expect(await all(scratch, `select email from people where id = 'p3'`)).toEqual([['changed@vouch.test']]);
  expect(await all(scratch, 'select name from ledger_accounts where debits_cents = 500 order by 1')).toEqual([
    ['p1'],
    ['p2'],
  ]);
});

test('a backup fails if the schema changes during the backup, or if a row points at a parent that does not exist', async () => {
  const database = await live(20);
  const deployed = writtenMeanwhile(database, (call) => database.run(`create table late${call} (id integer)`));
  await expect(copyWhole(deployed, opened(), { now: NOW })).rejects.toThrow('The schema changed during the backup');
  const broken = opened();
  await broken.run(`${SCHEMA}; insert into sessions values ('s', 'nobody')`);
  await expect(copyWhole(broken, opened(), { now: NOW })).rejects.toThrow('still rows that point at nothing');
});
