import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { announceListings, closeRoom, roomOf } from '../../worker/rooms/ask-room.ts';
import { feedRelays, openFeeds, snapshotFor } from '../../worker/rooms/relay-feed.ts';
import type { Listener } from '../support/worker/talk/listener.ts';
import { listenerOf, say } from '../support/worker/talk/listening.ts';

beforeEach(() => {
  env.ROOM_LISTENERS_MAX = '2';
});

const admin = { user_id: 'admin-1', display_name: 'An admin' };
const relayOf = (event_id: string, number = 1) =>
  env.RELAYS.getByName(`${roomOf(env, event_id).id.toString()}/${number}`);

async function seated(event_id: string, count: number): Promise<Listener[]> {
  const listeners: Listener[] = [];
  for (let at = 0; at < count; at += 1) {
    const listener = listenerOf(event_id, { address: `phone-${at}`, after: 0 });
    expect(await listener.connect()).toBe(101);
    listeners.push(listener);
  }
  return listeners;
}

const fedRelays = (event_id: string) =>
  runInDurableObject(roomOf(env, event_id), (_, state) =>
    state.storage.sql
      .exec<{ number: number }>('select number from relays order by number')
      .toArray()
      .map(({ number }) => number),
  );

test('if a room is full, relays accept further listeners, and every listener receives the same messages', async () => {
  const listeners = await seated('opens', 5);
  await say('opens', 3);
  await Promise.all(listeners.map((listener) => listener.reached(3)));
  expect(listeners.map(({ seqs }) => seqs)).toEqual(Array.from({ length: 5 }, () => [1, 2, 3]));
  expect(await fedRelays('opens')).toEqual([1, 2]);
});

test('the room stops sending to a relay without listeners, and resumes with the next listener', async () => {
  const listeners = await seated('closes', 3);
  listeners[2]!.drop();
  const relay = relayOf('closes');
  await expect.poll(() => runInDurableObject(relay, (_, state) => state.getWebSockets().length)).toBe(0);
  await say('closes');
  await expect.poll(() => fedRelays('closes')).toEqual([]);
  await listeners[2]!.connect();
  await say('closes');
  await listeners[2]!.reached(2);
  expect(listeners[2]!.seqs).toEqual([1, 2]);
  expect(await fedRelays('closes')).toEqual([1]);
});

test('a room keeps sending to a relay whose report of zero listeners arrives after a listener has joined', async () => {
  const dropped: number[] = [];
  const joinsMeanwhile = openFeeds({
    relays: [1],
    deliver: (relay) => {
      const backlog = { entries: [], seq: 0 };
      snapshotFor(joinsMeanwhile, { relay, listeners: 1, backlog, slow_seconds: 0, is_closed: false });
      return Promise.resolve({ listeners: 0 });
    },
    dropped: (relay) => dropped.push(relay),
  });
  await feedRelays(joinsMeanwhile, { type: 'frame', frame: 'any' });
  expect([[...joinsMeanwhile.links.keys()], dropped]).toEqual([[1], []]);
  const stays = openFeeds({
    relays: [1],
    deliver: () => Promise.resolve({ listeners: 0 }),
    dropped: (relay) => dropped.push(relay),
  });
  await feedRelays(stays, { type: 'frame', frame: 'any' });
  expect([[...stays.links.keys()], dropped]).toEqual([[], [1]]);
});

test('a relay that was down sends its listeners the messages that they missed', async () => {
  const listeners = await seated('down', 3);
  await say('down', 2);
  await listeners[2]!.reached(2);
  await evictDurableObject(relayOf('down'));
  await say('down', 2);
  await listeners[2]!.reached(4);
  expect(listeners[2]).toMatchObject({ seqs: [1, 2, 3, 4], repeats: 0 });
});

test('a relay that missed a message detects this by itself, and sends the message to its listeners once', async () => {
  const [, , listener] = await seated('lost', 3);
  await say('lost');
  await listener!.reached(1);
  // As after a crash, the room has recorded the message as announced, but the relay has not received it.
  await runInDurableObject(roomOf(env, 'lost'), (_, state) => {
    state.storage.sql.exec(
      `insert into messages (id, user_id, client_id, body, created_at, author_is_verified)
        values ('lost-2', 'u', 'c', 'Hi', 0, 0)`,
    );
    state.storage.sql.exec('update room set announced_seq = 2');
  });
  await evictDurableObject(roomOf(env, 'lost'));
  expect(await runDurableObjectAlarm(relayOf('lost'))).toBe(true);
  await listener!.reached(2);
  expect(await runDurableObjectAlarm(relayOf('lost'))).toBe(true);
  expect(listener).toMatchObject({ seqs: [1, 2], repeats: 0 });
});

test('a relay tells its listeners about removed messages, changed listings and the deletion of the event', async () => {
  const [, , listener] = await seated('passes', 3);
  await say('passes');
  await listener!.reached(1);
  const { messages } = (await roomOf(env, 'passes').history({ event_id: 'passes', limit: 1 }))!;
  await roomOf(env, 'passes').remove({ event_id: 'passes', id: messages[0]!.id, by: admin, now: Date.now() });
  await listener!.heard('removed');
  await announceListings(env, 'passes');
  await listener!.heard('listings');
  await closeRoom(env, 'passes');
  await listener!.until(() => listener!.closed !== undefined);
  expect(listener!.frames.map(({ type }) => type)).toEqual(['hello', 'message', 'removed', 'listings', 'gone']);
  expect(await listener!.connect()).toBe(404);
});

test('a relay that was down learns later that its event was deleted', async () => {
  const [, , listener] = await seated('ends', 3);
  await say('ends');
  await listener!.reached(1);
  await evictDurableObject(relayOf('ends'));
  await closeRoom(env, 'ends');
  await listener!.until(() => listener!.closed !== undefined);
  expect(listener!.frames.at(-1)).toEqual({ type: 'gone' });
});

test('a relay tells a listener to reload if the listener missed more than 500 messages', async () => {
  const [here, , listener] = await seated('far', 4);
  listener!.drop();
  await say('far', 501);
  await here!.reached(501);
  await listener!.connect();
  await listener!.heard('reload');
  expect(listener!.seqs).toEqual([]);
});
