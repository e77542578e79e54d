import { expect, test } from 'vitest';
import type { LiveFrame } from '../../../../../worker/contract/talk/chat.ts';
import { ApiError } from '../../../../api.ts';
import type { MessagePage } from './room-types.ts';
import { AT, liveWorld, page, said } from '../../../../../test/support/web/room-world.ts';

test('a page loads the newest messages, listens for later ones and reads changed listings', async () => {
  const { it, room, bodies } = await liveWorld();
  expect(it.reads).toEqual([null]);
  expect(it.socket.after).toBe(3);
  expect(room.state()).toMatchObject({ phase: 'live', isLoaded: true });
  expect(bodies()).toEqual(['m1', 'm2', 'm3']);
  expect(it.listings).toBe(1);
  it.socket.say({ type: 'listings' });
  expect(it.listings).toBe(2);
});

test('messages that come twice or out of order are shown once and in order', async () => {
  const { it, bodies } = await liveWorld();
  it.socket.say(said(5));
  expect(bodies()).toEqual(['m1', 'm2', 'm3']);
  it.socket.say(said(4, 5, 2));
  expect(bodies()).toEqual(['m1', 'm2', 'm3', 'm4', 'm5']);
  await it.pass(5000);
  expect(it.reads).toEqual([null]);
});

test('missing messages that do not arrive in time are read from the server', async () => {
  const { it, bodies } = await liveWorld();
  it.socket.say(said(7));
  it.read = () => Promise.resolve(page(4, 7));
  await it.pass(1500);
  expect(it.reads).toEqual([null, 3]);
  expect(bodies()).toEqual(['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7']);
});

test('the page shows a lost connection, reconnects, and asks for the messages that it missed', async () => {
  const { it, room, bodies } = await liveWorld();
  it.socket.break();
  expect(room.state().phase).toBe('reconnecting');
  await it.pass(499);
  expect(it.sockets).toHaveLength(1);
  await it.pass(1);
  expect(it.socket.after).toBe(3);
  it.socket.say({ type: 'hello', seq: 13 });
  it.socket.say(said(...Array.from({ length: 10 }, (_, at) => at + 4)));
  expect(room.state().phase).toBe('live');
  expect(bodies()).toHaveLength(13);
  expect(it.listings).toBe(2);
});

test('after each failed attempt to connect, the page waits longer, up to half a minute, and reads messages by HTTP', async () => {
  const { it, room } = await liveWorld();
  it.socket.break();
  const waits: number[] = [];
  let before = it.now;
  for (let attempt = 0; attempt < 9; attempt += 1) {
    const count = it.sockets.length;
    while (it.sockets.length === count) await it.pass(100);
    waits.push(it.now - before);
    before = it.now;
    it.socket.break();
  }
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  expect(it.reads.slice(1)).toEqual(Array.from({ length: 8 }, () => 3));
  expect(room.state().phase).toBe('reconnecting');
});

test('an offline page does not reconnect until the network is back', async () => {
  const { it, room } = await liveWorld();
  it.isOnline = false;
  room.rest();
  expect(it.socket.isOpen).toBe(false);
  expect(room.state().phase).toBe('reconnecting');
  await it.pass(60_000);
  expect(it.sockets).toHaveLength(1);
  room.wake();
  await it.settle();
  expect(it.sockets).toHaveLength(2);
  expect(it.socket.after).toBe(3);
});

test('frames of a replaced socket are ignored', async () => {
  const { it, room, bodies } = await liveWorld();
  const old = it.socket;
  room.rest();
  room.wake();
  await it.settle();
  old.say(said(4));
  old.break();
  expect(bodies()).toEqual(['m1', 'm2', 'm3']);
  expect(it.sockets).toHaveLength(2);
});

test('the page keeps a socket whose pings are answered, and closes a socket whose ping gets no answer', async () => {
  const { it, room } = await liveWorld();
  for (let time = 1; time <= 3; time += 1) {
    await it.pass(24_000);
    it.socket.say(said(3 + time));
    await it.pass(1000);
    expect(it.socket.sent).toHaveLength(time);
    it.socket.say('pong');
  }
  await it.pass(25_000 + 8000);
  expect(it.sockets[0]!.isOpen).toBe(false);
  expect(room.state().phase).toBe('reconnecting');
});

test('a phone that wakes up pings its socket at once', async () => {
  const { it, room } = await liveWorld();
  room.wake();
  expect(it.socket.sent).toEqual(['ping']);
  await it.pass(8000);
  expect(room.state().phase).toBe('reconnecting');
});

test('after a reload frame a page reads the messages again and keeps those that arrived meanwhile', async () => {
  const { it, bodies } = await liveWorld();
  const answer = Promise.withResolvers<MessagePage>();
  it.read = () => answer.promise;
  it.socket.say({ type: 'reload' });
  it.socket.say(said(1001));
  it.socket.say({ type: 'removed', id: 'id-1001', seq: 1001, removed: { at: AT, by: null } });
  answer.resolve(page(901, 1000));
  await it.settle();
  expect(bodies()).toHaveLength(101);
  expect(bodies().slice(0, 1)).toEqual(['m901']);
  expect(bodies().at(-1)).toBe('');
});

test('a message that is removed while the page reads the messages again stays removed', async () => {
  const { it, room } = await liveWorld();
  const answer = Promise.withResolvers<MessagePage>();
  it.read = () => answer.promise;
  it.socket.say({ type: 'reload' });
  const removed = { at: AT, by: null };
  it.socket.say({ type: 'removed', id: 'id-2', seq: 2, removed });
  answer.resolve(page(1, 3));
  await it.settle();
  expect(room.state().messages.map(({ seq, body, removed: gone }) => [seq, body, gone])).toEqual([
    [1, 'm1', null],
    [2, '', removed],
    [3, 'm3', null],
  ]);
});

test('if the page cannot read the messages after a reload frame, it reconnects and tries again', async () => {
  const { it, bodies, room } = await liveWorld();
  it.read = () => Promise.reject(new ApiError('network', 0, 'No connection.'));
  it.socket.say({ type: 'reload' });
  await it.settle();
  expect(room.state().phase).toBe('reconnecting');
  it.read = () => Promise.resolve(page(901, 1000));
  await it.pass(1000);
  expect(it.socket.after).toBe(3);
  it.socket.say({ type: 'hello', seq: 1000 });
  it.socket.say({ type: 'reload' });
  await it.settle();
  expect(bodies().at(-1)).toBe('m1000');
});

test('a deleted event closes the room for good', async () => {
  const { it, room } = await liveWorld();
  it.socket.say({ type: 'gone' });
  expect(room.state().phase).toBe('gone');
  expect(it.socket.isOpen).toBe(false);
  room.wake();
  await it.pass(60_000);
  expect(it.sockets).toHaveLength(1);
});

test('a page that reconnects learns that its event was deleted', async () => {
  const { it, room } = await liveWorld();
  it.socket.break();
  it.read = () => Promise.reject(new ApiError('event.not_found', 404, 'Event not found'));
  await it.pass(500);
  it.socket.break();
  await it.pass(1000);
  expect(room.state().phase).toBe('gone');
});

test('a removed message stays removed, even if the page receives it again', async () => {
  const { it, room } = await liveWorld();
  const removed = { at: AT, by: { user_id: 'admin', display_name: 'An admin' } };
  it.socket.say({ type: 'removed', id: 'id-2', seq: 2, removed });
  it.socket.say(said(2));
  expect(room.state().messages[1]).toMatchObject({ body: '', removed });
});

test('a frame of an unknown type is ignored', async () => {
  const { it, room } = await liveWorld();
  it.socket.say({ type: 'confetti' } as unknown as LiveFrame);
  it.socket.say('pong');
  expect(room.state().phase).toBe('live');
});
