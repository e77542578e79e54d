import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test, vi } from 'vitest';
import * as t from '../../../drizzle/tables/all-tables.ts';
import { findWritersIn, roomOf } from '../../../worker/rooms/ask-room.ts';
import { anEvent, ask } from '../../support/worker/admin.ts';
import { db } from '../../support/worker/db.ts';
import { launch } from '../../support/worker/launch.ts';
import { inHours } from '../../support/worker/nights/listed-event.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { student, vouchFor } from '../../support/worker/people/circle.ts';
import { draft } from '../../support/worker/talk/room-messages.ts';

const TOMORROW = () => inHours(24);
type Person = Pick<t.Profile, 'id'>;

beforeEach(async () => {
  await launch('vouches', true);
  await launch('going', true);
});

const named = (display_name: string) => student({ display_name, shows_going: true });
const change = ({ id }: Person, over: Partial<t.Profile>) =>
  db.update(t.profiles).set(over).where(eq(t.profiles.id, id));
const write = (event: { id: string }, { id }: Person) => roomOf(env, event.id).post(draft(event.id, { user_id: id }));

/** The chat's writers: one of the viewer's three friends who go, a stranger who goes, and a friend who does not go. */
async function goingWriters() {
  const event = await anEvent({ start_at: TOMORROW() });
  const viewer = await signedInAs('user');
  await change(viewer.user, { shows_going: true, shows_mutuals: true });
  const [aunt, boss, cook] = [await named('Aunt'), await named('Boss'), await named('Cook')];
  const [stranger, homebody] = [await named('Stranger'), await named('Homebody')];
  for (const friend of [aunt, boss, cook, homebody]) await vouchFor(viewer.user, friend);
  for (const { id: user_id } of [aunt, boss, cook, stranger])
    await db.insert(t.goings).values({ user_id, event_id: event.id, intent: 'going', forget_at: TOMORROW() });
  for (const person of [aunt, stranger, homebody]) await write(event, person);
  const read = () => ask(`/api/events/${event.id}/going`, viewer);
  const marked = async () => (await read()).body['writer_ids'];
  return { event, viewer, read, marked, aunt, boss, cook };
}

test('a reader gets only the ids of the friends who are shown as going and have written in the chat', async () => {
  const { event, read, marked, aunt, boss, cook } = await goingWriters();
  const shown = await read();
  expect([shown.body['writer_ids'], shown.cost.round_trips]).toEqual([[aunt.id], 2]);
  expect([boss, cook].filter(({ id }) => shown.text.includes(id))).toEqual([]);
  await write(event, cook);
  await write(event, boss);
  await db.update(t.goings).set({ intent: 'with_somebody' }).where(eq(t.goings.user_id, cook.id));
  expect(new Set((await marked()) as string[])).toEqual(new Set([aunt.id, boss.id]));
});

test('a friend is marked in the chat only if friend and reader consent, no block separates them, and three friends go', async () => {
  const { event, viewer, marked, aunt, cook } = await goingWriters();
  for (const person of [aunt, viewer.user]) {
    await change(person, { shows_going: false });
    expect(await marked()).toEqual([]);
    await change(person, { shows_going: true });
    expect(await marked()).toEqual([aunt.id]);
  }
  const fourth = await student({ display_name: 'Dean', shows_going: true });
  await vouchFor(viewer.user, fourth);
  await db.insert(t.goings).values({ user_id: fourth.id, event_id: event.id, intent: 'going', forget_at: TOMORROW() });
  for (const [blocker_id, blocked_id] of [
    [viewer.user.id, aunt.id],
    [aunt.id, viewer.user.id],
  ] as const) {
    await db.insert(t.blocks).values({ blocker_id, blocked_id });
    expect(await marked()).toEqual([]);
    await db.delete(t.blocks).where(eq(t.blocks.blocker_id, blocker_id));
  }
  expect(await marked()).toEqual([aunt.id]);
  await db.delete(t.goings).where(eq(t.goings.user_id, fourth.id));
  await db.delete(t.goings).where(eq(t.goings.user_id, cook.id));
  expect(await marked()).toEqual([]);
});

test('a friend whose only message was removed is not marked as having written in the chat', async () => {
  const { event, marked, cook } = await goingWriters();
  await write(event, cook);
  expect(await marked()).toContain(cook.id);
  const page = await roomOf(env, event.id).history({ event_id: event.id, limit: 50 });
  const { id } = page!.messages.find(({ user_id }) => user_id === cook.id)!;
  const by = { user_id: 'an-admin', display_name: 'An admin' };
  await roomOf(env, event.id).remove({ event_id: event.id, id, by, now: Date.now() });
  expect(await marked()).not.toContain(cook.id);
});

test('if the chat room fails, no friend is marked as having written in the chat', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const writers = vi.fn(() => Promise.reject(new Error('The room has no such method.')));
  const rooms = { ROOMS: { getByName: () => ({ writers }) } } as unknown as Env;
  expect(await findWritersIn(rooms, { event_id: 'night', users: [] })).toEqual([]);
  expect(writers).not.toHaveBeenCalled();
  expect(await findWritersIn(rooms, { event_id: 'night', users: ['friend'] })).toEqual([]);
  expect(warned).toHaveBeenCalledOnce();
});
