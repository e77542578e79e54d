import { createHash } from 'node:crypto';
import { env } from 'cloudflare:workers';
import { asc, eq, getTableColumns, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { expect, test } from 'vitest';
import { clubRow } from '../../../drizzle/seed/rows.ts';
import * as schema from '../../../drizzle/tables/all-tables.ts';
import { ALL_TRIGGERS } from '../../../drizzle/triggers/all-triggers.ts';
import { withoutMargin } from '../../../drizzle/triggers/sql.ts';
import { entryHash, followChain, GENESIS } from '../../../worker/contract/staff/audit-chain.ts';
import { NothingChanged, writeAudited } from '../../../worker/http/security/audit.ts';

const db = drizzle(env.DB);
const stamp = {
  actor_id: 'admin-1',
  actor_email: 'admin@vouch.test',
  at: new Date(Date.UTC(2030, 0, 1)),
  request_id: 'request-1',
};
const entries = () =>
  db
    .select({ ...getTableColumns(schema.auditLog), at: sql<number>`${schema.auditLog.at}` })
    .from(schema.auditLog)
    .orderBy(asc(schema.auditLog.seq));
const start = { seq: 0, hash: GENESIS };

test('the hash of an entry is the SHA-256 of its fields in order, in hex', async () => {
  const entry = {
    seq: 7,
    at: 1,
    actor_id: 'a',
    actor_email: null,
    action: 'b',
    target_type: 'c',
    target_id: 'd',
    before: 'null',
    after: '{}',
  };
  const hash = await entryHash({ ...entry, request_id: 'r', prev_hash: GENESIS });
  const text = '[7,1,"a",null,"b","c","d","null","{}","r","genesis"]';
  expect(hash).toBe(createHash('sha256').update(text).digest('hex'));
});

const addClub = (id: string) =>
  writeAudited(db, {
    stamp,
    changes: [
      {
        run: db.insert(schema.clubs).values(clubRow({ id })),
        action: 'club.create',
        target_type: 'club',
        target_id: id,
        before: null,
        after: { id },
      },
    ],
  });

test('twenty simultaneous changes are all logged in one unbroken chain', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, at) => addClub(`crowd-${at}`)));
  const log = await entries();
  expect(log).toHaveLength(20);
  expect(await followChain(start, log)).toEqual({ head: { seq: 20, hash: log.at(-1)!.hash } });
  expect(await db.$count(schema.clubs)).toBe(20);
});

test('a change that matches no row leaves no audit entry, and the rest of its batch is rolled back', async () => {
  const before = await entries();
  const rename = (id: string) => ({
    run: db.update(schema.clubs).set({ name: 'Renamed' }).where(eq(schema.clubs.id, id)),
    action: 'club.update',
    target_type: 'club',
    target_id: id,
    before: null,
    after: null,
  });
  await addClub('kept');
  await expect(writeAudited(db, { stamp, changes: [rename('kept'), rename('gone')] })).rejects.toBeInstanceOf(
    NothingChanged,
  );
  expect(await entries()).toHaveLength(before.length + 1);
  const [kept] = await db.select().from(schema.clubs).where(eq(schema.clubs.id, 'kept'));
  expect(kept?.name).toBe('Club kept');
});

test('the database refuses to change or delete an audit entry, or to insert an entry out of sequence', async () => {
  await addClub('sealed');
  const log = await entries();
  const tamper = [
    "update audit_log set action = 'nothing'",
    'delete from audit_log',
    `insert or replace into audit_log select 1, at, actor_id, actor_email, action, target_type, target_id, "before",
      "after", request_id, prev_hash, hash from audit_log limit 1`,
    `insert into audit_log select ${log.length + 2}, at, actor_id, actor_email, action, target_type, target_id,
      "before", "after", request_id, prev_hash, hash from audit_log limit 1`,
  ];
  for (const statement of tamper) await expect(env.DB.prepare(statement).run()).rejects.toThrow('audit_chain_');
  expect(await entries()).toEqual(log);
});

test('an audit entry with a correct hash still breaks the chain if its `seq` or `prev_hash` is wrong', async () => {
  await addClub('followed');
  const [first] = await entries();
  const follow = async (over: Partial<typeof first>) => {
    const entry = { ...first!, ...over };
    return followChain(start, [{ ...entry, hash: await entryHash(entry) }]);
  };
  expect(await follow({})).toEqual({ head: { seq: 1, hash: first!.hash } });
  for (const wrong of [{ seq: 2 }, { prev_hash: first!.hash }]) expect(await follow(wrong)).toEqual({ broken_at: 1 });
});

test('a changed, missing or swapped audit entry breaks the chain at the position of that entry', async () => {
  const log = await entries();
  expect(await followChain(start, log.with(3, { ...log[3]!, after: '{"id":"other"}' }))).toEqual({ broken_at: 4 });
  expect(await followChain(start, log.toSpliced(5, 1))).toEqual({ broken_at: 6 });
  expect(await followChain(start, log.with(1, log[2]!).with(2, log[1]!))).toEqual({ broken_at: 2 });
});

test('the triggers of the database are exactly the triggers in drizzle/triggers', async () => {
  const { results } = await env.DB.prepare("select sql from sqlite_master where type = 'trigger' order by sql").all<{
    sql: string;
  }>();
  const written = ALL_TRIGGERS.map(withoutMargin).filter((text) => text.startsWith('CREATE TRIGGER'));
  expect(results.map((trigger) => `${trigger.sql};`)).toEqual(written.toSorted());
  expect(written.length).toBeGreaterThan(0);
});
