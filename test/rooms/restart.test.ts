import { abortAllDurableObjects } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { roomOf } from '../../worker/rooms/ask-room.ts';
import { draft } from '../support/worker/talk/room-messages.ts';
import { listenerOf } from '../support/worker/talk/listening.ts';

const MESSAGES = 200;

/** Sends a message with one client_id until the room has stored it, as the chat panel does. */
async function insist(event_id: string, body: string): Promise<void> {
  const message = draft(event_id, { body });
  for (;;) {
    try {
      return expect(['created', 'repeat']).toContain((await roomOf(env, event_id).post(message)).status);
    } catch {
      // The room went down during the request. A retry with the same client_id stores the message only if the first
      // request did not.
    }
  }
}

/**
 * In the result, `heard` holds each distinct sequence of message numbers that a listener received, `repeats` is the
 * number of listeners that got a message twice, and `said` is the number of different texts in the history.
 */
async function restartMidStream(event_id: string) {
  const listeners = Array.from({ length: 30 }, (_, at) => listenerOf(event_id, { address: `phone-${at}`, after: 0 }));
  await Promise.all(listeners.map((listener) => listener.connect()));
  const stream = Promise.all(Array.from({ length: MESSAGES }, (_, at) => insist(event_id, `Message ${at}`)));
  await listeners[0]!.reached(1);
  await abortAllDurableObjects();
  await stream;
  for (const listener of listeners) {
    listener.drop();
    expect(await listener.connect()).toBe(101);
  }
  await Promise.all(listeners.map((listener) => listener.reached(MESSAGES)));
  const { messages } = (await roomOf(env, event_id).history({ event_id, limit: MESSAGES }))!;
  return {
    heard: new Set(listeners.map(({ seqs }) => seqs.join())),
    repeats: listeners.filter(({ repeats }) => repeats > 0).length,
    said: new Set(messages.map(({ body }) => body)).size,
  };
}

const EVERYTHING = Array.from({ length: MESSAGES }, (_, at) => at + 1).join();
const whole = { heard: new Set([EVERYTHING]), repeats: 0, said: MESSAGES };

test('a restart while messages are being sent does not lose, repeat or reorder any message', async () => {
  expect(await restartMidStream('restarted')).toEqual(whole);
});

test('a restart of a room with relays does not lose, repeat or reorder any message', async () => {
  env.ROOM_LISTENERS_MAX = '10';
  expect(await restartMidStream('restarted-relays')).toEqual(whole);
});
