import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { announceListings, closeRoom, listen, roomOf } from '../../worker/rooms/ask-room.ts';
import { dropSilent } from '../../worker/rooms/audience.ts';
import { draft, author } from '../support/worker/talk/room-messages.ts';
import { listenerOf, say, stored } from '../support/worker/talk/listening.ts';

test('a room numbers its messages from one and sends them to its listeners', async () => {
  const room = roomOf(env, 'numbers');
  const listener = listenerOf('numbers');
  expect(await listener.connect()).toBe(101);
  const first = await room.post(draft('numbers', { body: 'First' }));
  const second = await room.post(draft('numbers', { body: 'Second' }));
  expect([first, second]).toMatchObject([
    { status: 'created', message: { seq: 1, body: 'First', event_id: 'numbers', author, removed: null } },
    { status: 'created', message: { seq: 2 } },
  ]);
  await listener.reached(2);
  expect(listener.frames[0]).toEqual({ type: 'hello', seq: 0 });
  expect(listener.seqs).toEqual([1, 2]);
  expect(await room.history({ event_id: 'numbers', limit: 100 })).toMatchObject({
    last_seq: 2,
    messages: [{ seq: 1 }, { seq: 2 }],
  });
});

test('a person who repeats a client_id gets their first message back, and other people may use the same client_id', async () => {
  const room = roomOf(env, 'repeat');
  const client_id = crypto.randomUUID();
  const first = await room.post(draft('repeat', { client_id, body: 'Once' }));
  const again = await room.post(draft('repeat', { client_id, body: 'Twice' }));
  const other = await room.post(draft('repeat', { client_id, user_id: 'student-2' }));
  expect(again).toEqual({ ...first, status: 'repeat' });
  expect(other).toMatchObject({ status: 'created', message: { seq: 2 } });
  expect((await room.history({ event_id: 'repeat', limit: 100 }))?.messages).toHaveLength(2);
});

test('the history keeps the newest 50,000 messages, and the room still recognizes the client_ids of older ones', async () => {
  const room = roomOf(env, 'pruned');
  const client_id = crypto.randomUUID();
  const first = await room.post(draft('pruned', { client_id }));
  await runInDurableObject(room, (_, state) => {
    state.storage.sql.exec(
      `with recursive n(i) as (select 2 union all select i + 1 from n where i < 50111)
       insert into messages (seq, id, user_id, client_id, body, created_at, author_is_verified)
       select i, 'm' || i, 'student-1', 'c' || i, 'x', 0, 0 from n`,
    );
  });
  await room.post(draft('pruned'));
  const rows = await stored('pruned');
  expect([rows.length, rows[0]!['seq']]).toEqual([50_000, 113]);
  const again = await room.post(draft('pruned', { client_id, body: 'Something else' }));
  expect(first.status === 'created' && again).toMatchObject({
    status: 'repeat',
    message: { id: 'message' in first ? first.message.id : '', seq: 1, body: '', removed: { by: null } },
  });
});

test('a listener that reconnects gets the messages that it missed, or is told to reload if it missed over 500', async () => {
  const listener = listenerOf('missed');
  await listener.connect();
  await say('missed', 3);
  await listener.reached(3);
  listener.drop();
  await say('missed', 500);
  await listener.connect();
  await listener.reached(503);
  expect(listener.seqs).toEqual(Array.from({ length: 503 }, (_, at) => at + 1));
  listener.drop();
  await say('missed', 501);
  await listener.connect();
  await listener.heard('reload');
  expect(listener.last).toBe(503);
  const fromNowhere = listenerOf('missed', { after: 9999 });
  await fromNowhere.connect();
  await fromNowhere.heard('reload');
});

test('after a restart, the room announces a message that it had stored but not yet announced', async () => {
  const room = roomOf(env, 'evicted');
  const listener = listenerOf('evicted');
  await listener.connect();
  await say('evicted', 2);
  await evictDurableObject(room);
  await say('evicted', 2);
  await listener.reached(4);
  expect(listener.seqs).toEqual([1, 2, 3, 4]);
  await runInDurableObject(room, (_, state) => {
    state.storage.sql.exec('update room set announced_seq = 2');
  });
  listener.last = 2;
  await evictDurableObject(room);
  await room.history({ event_id: 'evicted', limit: 1 });
  await listener.reached(4);
  expect(listener.seqs).toEqual([1, 2, 3, 4, 3, 4]);
});

test('if many messages are sent at once, a listener gets several of them in one frame', async () => {
  const room = roomOf(env, 'burst');
  const listener = listenerOf('burst');
  await listener.connect();
  await Promise.all(Array.from({ length: 50 }, () => room.post(draft('burst'))));
  await listener.reached(50);
  expect(listener.frames.length).toBeLessThan(50);
  expect(listener.seqs).toEqual(Array.from({ length: 50 }, (_, at) => at + 1));
});

test('the room of a deleted event tells its listeners that the event is gone, closes and stays empty', async () => {
  const room = roomOf(env, 'gone');
  const listener = listenerOf('gone');
  await listener.connect();
  await say('gone', 2);
  await closeRoom(env, 'gone');
  await closeRoom(env, 'gone');
  await listener.until(() => listener.closed !== undefined);
  expect(listener.frames.at(-1)).toEqual({ type: 'gone' });
  expect(await room.post(draft('gone'))).toEqual({ status: 'closed' });
  expect(await room.history({ event_id: 'gone', limit: 100 })).toBeNull();
  expect(await listener.connect()).toBe(404);
  await evictDurableObject(room);
  expect(await room.post(draft('gone'))).toEqual({ status: 'closed' });
  expect(await stored('gone')).toEqual([]);
});

test('many simultaneous listing changes are announced to a listener only once', async () => {
  const listener = listenerOf('listings');
  await listener.connect();
  await Promise.all(Array.from({ length: 20 }, () => announceListings(env, 'listings')));
  await listener.heard('listings');
  expect(listener.frames.filter(({ type }) => type === 'listings')).toHaveLength(1);
});

test('the room answers a ping and closes the connection on any other message', async () => {
  const listener = listenerOf('talk');
  await listener.connect();
  listener.say('ping');
  listener.say('hello room');
  await listener.until(() => listener.closed !== undefined);
  expect(listener.closed).toEqual({ code: 1008, reason: 'listen only' });
});

test('a socket that never reads does not delay other listeners, and is closed after a period of silence', async () => {
  const room = roomOf(env, 'deaf');
  const deaf = await listen(env, { event_id: 'deaf', after: undefined, address: 'deaf' });
  const listener = listenerOf('deaf');
  await listener.connect();
  await say('deaf', 300);
  listener.say('ping');
  await listener.reached(300);
  expect(listener.seqs).toHaveLength(300);
  await listener.until(() => listener.pongs > 0);
  const left = await runInDurableObject(room, (_, state) => {
    const audience = new Map(state.getWebSockets().map((socket) => [socket, 0]));
    dropSilent(state, { audience, now: Date.now() });
    return audience.size;
  });
  expect(left).toBe(1);
  deaf.webSocket!.accept();
  const closed = new Promise<number>((done) => {
    deaf.webSocket!.addEventListener('close', ({ code }) => done(code));
  });
  expect(await closed).toBe(4408);
  await say('deaf', 1);
  await listener.reached(301);
});
