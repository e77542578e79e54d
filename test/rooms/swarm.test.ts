import { evictDurableObject, listDurableObjectIds, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { listen, roomOf } from '../../worker/rooms/ask-room.ts';
import type { RelayRoom } from '../../worker/rooms/relay-room.ts';
import { Listener } from '../support/worker/talk/listener.ts';
import { draft } from '../support/worker/talk/room-messages.ts';

vi.setConfig({ testTimeout: 60_000 });

const LISTENERS = 300;
const MESSAGES = 600;
const AT_ONCE = 20;
const ROUNDS = MESSAGES / AT_ONCE;
const WHOLE_ROOM = '5000';

beforeEach(() => {
  env.ROOM_LISTENERS_MAX = WHOLE_ROOM;
});

/** Returns reproducible random numbers in [0, 1) for a seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns the listeners that did not receive every message once and in order. */
async function swarm(event_id: string, halfWay: () => Promise<void> = () => Promise.resolve()): Promise<unknown[]> {
  const seed = Date.now() % 1_000_000_007;
  console.info(`${event_id}: seed ${seed}`);
  const random = randomFrom(seed);
  const listeners = Array.from({ length: LISTENERS }, (_, at) => {
    const open = (after: number | undefined) => listen(env, { event_id, after, address: `phone-${at}` });
    const leaves = at % 3 === 0 ? Math.floor(random() * (ROUNDS - 1)) : ROUNDS;
    const returns = leaves + 1 + Math.floor(random() * 4);
    const listener = new Listener(open, { isTrusting: true });
    listener.last = 0;
    return { leaves, returns, listener };
  });
  await Promise.all(listeners.map(({ listener }) => listener.connect()));
  for (let round = 0; round < ROUNDS; round += 1) {
    // `halfWay` runs between two rounds. `restart.test.ts` covers a restart during requests.
    if (round === ROUNDS / 2) await halfWay();
    for (const { listener } of listeners.filter(({ leaves }) => leaves === round)) listener.drop();
    const back = listeners.filter(({ returns }) => returns === round).map(({ listener }) => listener.connect());
    await Promise.all([...back, ...Array.from({ length: AT_ONCE }, (_, at) => say(event_id, at))]);
  }
  const away = listeners.filter(({ leaves, returns }) => leaves < ROUNDS && returns >= ROUNDS);
  await Promise.all(away.map(({ listener }) => listener.connect()));
  await Promise.all(listeners.map(({ listener }) => listener.reached(MESSAGES)));
  const everything = Array.from({ length: MESSAGES }, (_, at) => at + 1).join();
  const wrong = listeners.filter(({ listener }) => listener.seqs.join() !== everything || listener.repeats > 0);
  return wrong.map(({ listener: { seqs, repeats }, leaves, returns }) => {
    const first_fault = seqs.findIndex((seq, at) => seq !== at + 1);
    return { seed, leaves, returns, repeats, heard: seqs.length, first_fault };
  });
}

/** Evicts a relay. Wakes it first, because only a running object can be evicted. */
async function takeDown(relay: DurableObjectStub<RelayRoom>): Promise<void> {
  await runInDurableObject(relay, () => undefined);
  await evictDurableObject(relay);
}

async function say(event_id: string, at: number): Promise<void> {
  const stored = await roomOf(env, event_id).post(draft(event_id, { user_id: `student-${at}` }));
  expect(stored.status).toBe('created');
}

test('three hundred listeners receive every message once and in order while a third of them reconnects', async () => {
  expect(await swarm('one-room')).toEqual([]);
});

test('three hundred listeners receive every message once and in order even if their room is evicted meanwhile', async () => {
  expect(await swarm('evicted-room', () => evictDurableObject(roomOf(env, 'evicted-room')))).toEqual([]);
});

test('three hundred listeners receive every message once and in order through relays', async () => {
  env.ROOM_LISTENERS_MAX = '75';
  expect(await swarm('relayed')).toEqual([]);
  expect((await listDurableObjectIds(env.RELAYS)).length).toBeGreaterThanOrEqual(3);
});

test('three hundred listeners receive every message once even though the room and all relays go down', async () => {
  env.ROOM_LISTENERS_MAX = '75';
  const faults = await swarm('relayed-evicted', async () => {
    await evictDurableObject(roomOf(env, 'relayed-evicted'));
    const relays = await listDurableObjectIds(env.RELAYS);
    await Promise.all(relays.map((id) => takeDown(env.RELAYS.get(id))));
  });
  expect(faults).toEqual([]);
});
