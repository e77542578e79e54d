import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { roomOf } from '../../worker/rooms/ask-room.ts';
import { draft, NOW } from '../support/worker/talk/room-messages.ts';
import { listenerOf, say } from '../support/worker/talk/listening.ts';

const admin = { user_id: 'admin-1', display_name: 'An admin' };

test('a removed message becomes a tombstone for connected listeners, for returning listeners and in the history', async () => {
  const room = roomOf(env, 'removed');
  const [here, away] = [listenerOf('removed'), listenerOf('removed')];
  await Promise.all([here.connect(), away.connect()]);
  await say('removed', 2);
  await Promise.all([here.reached(2), away.reached(2)]);
  away.drop();
  const { messages } = (await room.history({ event_id: 'removed', limit: 100 }))!;
  const removed = { at: new Date(NOW).toISOString(), by: admin };
  const order = { event_id: 'removed', id: messages[0]!.id, by: admin, now: NOW };
  expect(await room.remove(order)).toMatchObject({ seq: 1, body: '', removed });
  const again = await room.remove({ ...order, by: { ...admin, user_id: 'admin-2' }, now: NOW + 1 });
  expect(again).toMatchObject({ removed });
  expect(await room.remove({ ...order, id: 'nothing' })).toBeNull();
  await here.heard('removed');
  await away.connect();
  await away.heard('removed');
  expect(away.frames.at(-1)).toEqual({ type: 'removed', id: messages[0]!.id, seq: 1, removed });
  expect((await room.history({ event_id: 'removed', limit: 100 }))?.messages).toMatchObject([
    { body: '', removed },
    { removed: null },
  ]);
});

test('a page that reconnects learns that one of its oldest messages was removed meanwhile', async () => {
  const room = roomOf(env, 'removed-long-ago');
  await say('removed-long-ago', 1);
  await runInDurableObject(room, (_, state) => {
    state.storage.sql.exec(
      `with recursive n(i) as (select 2 union all select i + 1 from n where i < 940)
       insert into messages (seq, id, user_id, client_id, body, created_at, author_is_verified)
       select i, 'm' || i, 'student-1', 'c' || i, 'x', 0, 0 from n`,
    );
    state.storage.sql.exec('update room set announced_seq = 940');
  });
  await evictDurableObject(room);
  await room.remove({ event_id: 'removed-long-ago', id: 'm2', by: admin, now: NOW });
  // This page had messages 1 to 450 when it disconnected.
  const back = listenerOf('removed-long-ago', { after: 450 });
  await back.connect();
  await back.reached(940);
  const removed = { at: new Date(NOW).toISOString(), by: admin };
  expect(back.frames).toContainEqual({ type: 'removed', id: 'm2', seq: 2, removed });
});

test('a person who is muted in one room cannot write there until they are unmuted, but can write in other rooms', async () => {
  const room = roomOf(env, 'muted');
  const order = { user_id: 'student-1', by: admin, now: NOW };
  expect(await room.mute({ ...order, muted: true })).toEqual({ at: new Date(NOW).toISOString(), by: admin });
  expect(await room.mute({ ...order, muted: true, now: NOW + 1 })).toMatchObject({ at: new Date(NOW).toISOString() });
  expect(await room.post(draft('muted'))).toEqual({ status: 'muted' });
  expect(await roomOf(env, 'not-muted').post(draft('not-muted'))).toMatchObject({ status: 'created' });
  expect(await room.mute({ ...order, muted: false })).toBeNull();
  expect(await room.post(draft('muted'))).toMatchObject({ status: 'created' });
});
