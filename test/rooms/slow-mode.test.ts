import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { closeRoom, roomOf } from '../../worker/rooms/ask-room.ts';
import type { Listener } from '../support/worker/talk/listener.ts';
import { author, draft, NOW } from '../support/worker/talk/room-messages.ts';
import { listenerOf } from '../support/worker/talk/listening.ts';

beforeEach(() => {
  env.ROOM_LISTENERS_MAX = '2';
});

const byStaff = (event_id: string) => ({ ...draft(event_id), is_staff: true });
const slowDown = (event_id: string, seconds: number) => roomOf(env, event_id).slowDown({ event_id, seconds });

async function seated(event_id: string, address: string): Promise<Listener> {
  const listener = listenerOf(event_id, { address });
  expect(await listener.connect()).toBe(101);
  return listener;
}

test('slow mode accepts one of twenty parallel posts by one person', async () => {
  await slowDown('parallel', 10);
  const stored = await Promise.all(
    Array.from({ length: 20 }, (_, at) => roomOf(env, 'parallel').post(draft('parallel', { now: NOW + at }))),
  );
  expect(stored.filter(({ status }) => status === 'created')).toHaveLength(1);
  expect(stored.filter(({ status }) => status === 'slow')).toHaveLength(19);
  expect((await roomOf(env, 'parallel').history({ event_id: 'parallel', limit: 100 }))?.messages).toHaveLength(1);
});

test('in slow mode a person has to wait exactly the set number of seconds after their last message', async () => {
  const room = roomOf(env, 'waits');
  await slowDown('waits', 30);
  expect(await room.post(draft('waits'))).toMatchObject({ status: 'created' });
  const waits: unknown[] = [];
  for (const ms of [-60_000, 0, 1, 29_001, 30_000]) waits.push(await room.post(draft('waits', { now: NOW + ms })));
  expect(waits).toMatchObject([
    { status: 'slow', seconds: 30 },
    { status: 'slow', seconds: 30 },
    { status: 'slow', seconds: 30 },
    { status: 'slow', seconds: 1 },
    { status: 'created' },
  ]);
});

test('slow mode limits each person separately and does not apply to staff', async () => {
  const room = roomOf(env, 'alone');
  await slowDown('alone', 300);
  const first = draft('alone');
  const all = [first, first, draft('alone', { user_id: 'student-2' }), byStaff('alone'), byStaff('alone')];
  const statuses: string[] = [];
  for (const one of all) statuses.push((await room.post(one)).status);
  expect(statuses).toEqual(['created', 'repeat', 'created', 'created', 'created']);
});

test('slow mode outlives a restart of the room and can be switched off', async () => {
  const room = roomOf(env, 'outlives');
  expect(await slowDown('outlives', 60)).toBe(true);
  await evictDurableObject(room);
  expect((await room.post(draft('outlives'))).status).toBe('created');
  expect(await room.post(draft('outlives'))).toEqual({ status: 'slow', seconds: 60 });
  await slowDown('outlives', 0);
  expect((await room.post(draft('outlives'))).status).toBe('created');
  await closeRoom(env, 'outlives');
  expect(await slowDown('outlives', 60)).toBe(false);
});

test('open pages of the room and of its relay learn of slow mode, and so do pages that connect later', async () => {
  const [here, , there] = [await seated('told', 'one'), await seated('told', 'two'), await seated('told', 'three')];
  await slowDown('told', 10);
  await Promise.all([here.heard('slow'), there.heard('slow')]);
  for (const { frames } of [here, there])
    expect(frames).toEqual([
      { type: 'hello', seq: 0 },
      { type: 'slow', seconds: 10 },
    ]);
  here.drop();
  const late = [await seated('told', 'four'), await seated('told', 'five')];
  await Promise.all(late.map((listener) => listener.heard('hello')));
  for (const { frames } of late) expect(frames).toEqual([{ type: 'hello', seq: 0, slow_seconds: 10 }]);
});

test('a relay that was down learns of slow mode when it comes back', async () => {
  const [, , there] = [await seated('behind', 'one'), await seated('behind', 'two'), await seated('behind', 'three')];
  await evictDurableObject(env.RELAYS.getByName(`${roomOf(env, 'behind').id.toString()}/1`));
  await slowDown('behind', 30);
  await there.heard('slow');
  expect(there.frames).toContainEqual({ type: 'slow', seconds: 30 });
});

test('a message keeps only mentions of people who wrote in the room, and shows their newest names', async () => {
  const room = roomOf(env, 'mentions');
  const say = (user_id: string, display_name: string) =>
    room.post({ ...draft('mentions', { user_id }), author: { ...author, display_name } });
  await say('marie', 'Marie');
  await say('marie', 'Marie B');
  await say('tom', 'Tom');
  await roomOf(env, 'elsewhere').post(draft('elsewhere', { user_id: 'foreign' }));
  const listener = await seated('mentions', 'one');
  const mentions = ['tom', 'foreign', 'nobody', 'marie', 'student-1'];
  const mentioned = [
    { user_id: 'marie', display_name: 'Marie B' },
    { user_id: 'tom', display_name: 'Tom' },
  ];
  const stored = await room.post({ ...draft('mentions'), mentions });
  expect(stored).toMatchObject({ status: 'created', message: { seq: 4, mentions: mentioned } });
  await listener.reached(4);
  expect(listener.frames.at(-1)).toMatchObject({ type: 'message', message: { mentions: mentioned } });
  await evictDurableObject(room);
  expect((await room.history({ event_id: 'mentions', limit: 1 }))?.messages).toMatchObject([{ mentions: mentioned }]);
  expect(await room.post({ ...draft('mentions'), mentions: ['foreign'] })).not.toHaveProperty('message.mentions');
});

test('a removed message mentions nobody', async () => {
  const room = roomOf(env, 'taken-back');
  await room.post(draft('taken-back', { user_id: 'marie' }));
  const stored = await room.post({ ...draft('taken-back'), mentions: ['marie'] });
  const id = 'message' in stored ? stored.message.id : '';
  const by = { user_id: 'admin-1', display_name: null };
  const removed = await room.remove({ event_id: 'taken-back', id, by, now: NOW });
  expect(removed).not.toHaveProperty('mentions');
  const rows = await runInDurableObject(room, (_, state) =>
    state.storage.sql.exec('select body, mentions from messages where seq = 2').toArray(),
  );
  expect(rows).toEqual([{ body: '', mentions: null }]);
});
