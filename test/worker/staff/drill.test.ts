import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { eventRow, venueRow } from '../../../drizzle/seed/rows.ts';
import * as t from '../../../drizzle/tables/all-tables.ts';
import { contentsOf } from '../../../worker/local/backup/backup-deployment.ts';
import { differencesOf } from '../../../worker/local/backup/manifest.ts';
import { readShape } from '../../../worker/local/backup/read-shape.db.ts';
import { runEachMinute } from '../../../worker/each-minute.ts';
import { closeRoom, roomOf } from '../../../worker/rooms/ask-room.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import { backedUp, call, here, inMemory, migrations, NOW, restored } from '../../support/worker/staff/drill.ts';
import { changeEvent } from '../../support/worker/nights/event-row.ts';

const say = (event_id: string, body: string) =>
  roomOf(env, event_id).post({
    event_id,
    user_id: 'student-1',
    body,
    client_id: crypto.randomUUID(),
    author: { display_name: 'Zoë "Z" O’Neil\n', is_student_verified: true },
    now: NOW.getTime(),
  });

const found = async (words: string) =>
  (
    await env.DB.prepare('select count(*) from event_index where event_index match ?').bind(words).raw<[number]>()
  )[0]![0];

async function fill() {
  const venue = venueRow();
  await db.insert(t.venues).values(venue);
  for (let count = 0; count < 5; count += 1) await db.insert(t.events).values(eventRow({ venue_id: venue.id }));
  await signedInAs('admin');
  const [event] = await db.select().from(t.events).limit(1);
  await changeEvent(event!.id, { description: 'Tab\there, ‘quotes’, 100% \u0000 \u2028 \u{1F389}' });
  await db
    .insert(t.outbox)
    .values({ id: 'mail', channel: 'email', recipient: 'a@vouch.test', sealed: 'x'.repeat(300_000), created_at: NOW });
  for (const body of ['First', 'Second \u{1F389}']) await say(event!.id, body);
  await roomOf(env, event!.id).mute({
    user_id: 'loud',
    muted: true,
    by: { user_id: 'admin', display_name: 'Admin' },
    now: NOW.getTime(),
  });
  await env.IMAGES_BUCKET.put('a/480.webp', new Uint8Array([0, 1, 2, 255]), {
    httpMetadata: { contentType: 'image/webp' },
  });
  await env.TICKETS_BUCKET.put('t/1', 'sealed', { customMetadata: { version: '1' } });
  return event!.id;
}

test('a backup that is restored after a wipe brings back the rows, chats and objects', async () => {
  const event_id = await fill();
  const keeping = inMemory();
  const before = await backedUp(keeping);
  expect(before).toMatchObject({ environment: 'local', commit: 'abc1234', last_migration: migrations.at(-1)!.name });
  expect(before.tables['events']!.rows).toBe(5);
  expect(before.rooms[event_id]!.rows).toBeGreaterThan(3);
  const searched = await found('e');
  expect(searched).toBe(10);

  await say(event_id, 'Written after the backup');
  await closeRoom(env, event_id);
  await env.IMAGES_BUCKET.delete('a/480.webp');
  await env.TICKETS_BUCKET.put('t/2', 'written after the backup');
  await db.update(t.profiles).set({ display_name: 'Changed' });
  await expect(restored(keeping, { wipes: false })).rejects.toThrow('add --wipe');

  const { differences, notes } = await restored(keeping);
  expect([differences, notes]).toEqual([[], []]);
  expect(differencesOf(before, await contentsOf(here))).toEqual(['The table cron_runs has other contents.']);
  expect((await readShape(env.DB as never)).schema).toEqual(before.schema);
  expect(await found('e')).toBe(searched);
  expect((await env.IMAGES_BUCKET.head('a/480.webp'))?.httpMetadata?.contentType).toBe('image/webp');
  expect((await env.TICKETS_BUCKET.head('t/1'))?.customMetadata).toEqual({ version: '1' });

  const queue = { sendBatch: vi.fn<() => void>(), send: vi.fn<() => void>() };
  await runEachMinute({ ...env, NOTIFY_QUEUE: queue as unknown as Queue }, new Date());
  expect([queue.sendBatch.mock.calls, queue.send.mock.calls]).toEqual([[], []]);
  expect(await db.select().from(t.outbox)).toMatchObject([{ id: 'mail', status: 'pending', attempts: 0 }]);
  expect(await db.select().from(t.cronRuns)).toMatchObject([
    { quarantine: `A backup of local, made at ${NOW.toISOString()}` },
  ]);
});

test('after a restore, the database triggers and the message numbers of a chat work as before', async () => {
  const [event] = await db.select().from(t.events).limit(1);
  expect(await say(event!.id, 'Third')).toMatchObject({ status: 'created', message: { seq: 4 } });
  await db
    .insert(t.auditLog)
    .values({
      at: NOW,
      actor_id: 'a',
      action: 'x',
      target_type: 't',
      target_id: 't',
      before: 'null',
      after: 'null',
      request_id: 'r',
      prev_hash: 'another chain',
      hash: 'h',
    })
    .then(
      () => expect.unreachable('An entry that does not follow the last one was taken.'),
      (error: unknown) => expect(String((error as Error).cause)).toContain('audit_chain_follows'),
    );
});

test('a comparison with a backup names each table, chat and object that differs', async () => {
  const before = await contentsOf(here);
  const [event] = await db.select().from(t.events).limit(1);
  await changeEvent(event!.id, { title: 'Another title' });
  await say(event!.id, 'Fourth');
  await env.TICKETS_BUCKET.put('t/1', 'other');
  await env.TICKETS_BUCKET.put('t/3', 'new');
  const differences = differencesOf(before, await contentsOf(here));
  expect(differences).toEqual(
    expect.arrayContaining([
      'The table events has other contents.',
      `The room ${event!.id} has other contents.`,
      'The object of TICKETS_BUCKET t/1 has other contents.',
      'The object of TICKETS_BUCKET t/3 is not in the backup.',
    ]),
  );
});

test('only the service key can copy or refill a chat room', async () => {
  const [event] = await db.select().from(t.events).limit(1);
  const path = `/functions/v1/rooms/${event!.id}/rows`;
  const { headers } = await signedInAs('admin');
  const admin = headers.Authorization.slice('Bearer '.length);
  const page = JSON.stringify({ begins: true, table: 'messages', columns: ['seq'], rows: [] });
  expect((await call(`${path}?table=messages`, { key: '' })).status).toBe(401);
  expect((await call(`${path}?table=messages`, { key: admin })).status).toBe(403);
  expect((await call(path, { key: admin, method: 'PUT', body: page })).status).toBe(403);
  expect((await call(`${path}?table=sqlite_master`)).status).toBe(422);
  const wrong = JSON.stringify({ begins: true, table: 'messages', columns: ['colour'], rows: [[1, 'red']] });
  expect((await call(path, { method: 'PUT', body: wrong })).status).toBe(422);
  expect((await roomOf(env, event!.id).history({ event_id: event!.id, limit: 10 }))?.messages).toHaveLength(4);
});
