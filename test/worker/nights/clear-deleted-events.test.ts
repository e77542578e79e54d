import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { deletedEvents, events } from '../../../drizzle/tables/all-tables.ts';
import { clearDeletedEvents } from '../../../worker/features/nights/events/clear-deleted-events.cron.ts';
import { previewName } from '../../../worker/http/shared/nights/image-store.ts';
import { roomOf } from '../../../worker/rooms/ask-room.ts';
import { draft } from '../../support/worker/talk/room-messages.ts';
import { anEvent } from '../../support/worker/admin.ts';
import { db, signedInAs } from '../../support/worker/people/auth.ts';
import { call } from '../../support/worker/people/auth-client.ts';

const MINUTE = 60_000;
const leftOf = (event_id: string) => db.select().from(deletedEvents).where(eq(deletedEvents.event_id, event_id));
const textsOf = (event_id: string) =>
  runInDurableObject(
    roomOf(env, event_id),
    (_, state) => state.storage.sql.exec('SELECT * FROM messages').toArray().length,
  );
const later = (minutes: number) => new Date(Date.now() + minutes * MINUTE);

/** Returns bindings in which the rooms of `ids` cannot be closed. Without `ids`, no room can be closed. */
const roomsDown = (...ids: string[]): Env => ({
  ...env,
  ROOMS: {
    getByName: (id: string) =>
      ids.length === 0 || ids.includes(id)
        ? { close: () => Promise.reject(new Error('room down')) }
        : env.ROOMS.getByName(id),
  } as never,
});

async function aTalkedAboutEvent() {
  const event = await anEvent();
  await roomOf(env, event.id).post(draft(event.id));
  await env.IMAGES_BUCKET.put(previewName(event.id), 'drawn');
  return event;
}

async function remove(id: string, bindings: Env) {
  const { headers } = await signedInAs('admin');
  return (await call(`http://vouch.test/api/admin/events/${id}`, { method: 'DELETE', headers }, bindings)).status;
}

test('deleting an event removes its chat and preview image immediately', async () => {
  const event = await aTalkedAboutEvent();
  expect(await remove(event.id, env)).toBe(200);
  expect(await textsOf(event.id)).toBe(0);
  expect(await env.IMAGES_BUCKET.head(previewName(event.id))).toBeNull();
  expect(await leftOf(event.id)).toEqual([]);
});

test('if the room of a deleted event cannot be closed, the cron job closes it later', async () => {
  const event = await aTalkedAboutEvent();
  expect(await remove(event.id, roomsDown())).toBe(200);
  expect(await db.select().from(events).where(eq(events.id, event.id))).toEqual([]);
  expect(await textsOf(event.id)).toBe(1);
  await clearDeletedEvents(roomsDown(), later(2));
  expect(await leftOf(event.id)).toHaveLength(1);
  await clearDeletedEvents(env, later(3));
  expect(await textsOf(event.id)).toBe(0);
  expect(await leftOf(event.id)).toEqual([]);
  await clearDeletedEvents(env, later(4));
});

test('a room that stays down does not delay the clean-up of other rooms', async () => {
  const [down, up] = [await aTalkedAboutEvent(), await aTalkedAboutEvent()];
  await remove(down.id, roomsDown());
  await remove(up.id, roomsDown());
  await clearDeletedEvents(roomsDown(down.id), later(2));
  expect([await textsOf(down.id), await textsOf(up.id)]).toEqual([1, 0]);
});
