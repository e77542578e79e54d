import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  authUsers,
  type Event,
  eventOrganizers,
  events,
  eventSeries,
  profiles,
} from '../../../drizzle/tables/all-tables.ts';
import { anEvent, ask } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import { changeEvent, eventOf } from '../../support/worker/nights/event-row.ts';

async function withHelper() {
  const [owner, helper] = [await signedInAs('organizer'), await signedInAs('organizer')];
  const event = await anEvent({ organizer_id: owner.user.id });
  const path = `/api/admin/events/${event.id}`;
  const add = ({ user: { email } }: typeof owner, { headers } = owner) =>
    ask(`${path}/organizers`, { headers, json: { email } });
  await add(helper);
  const organizers = async () => {
    const rows = await db.select().from(eventOrganizers).where(eq(eventOrganizers.event_id, event.id));
    return rows.map(({ user_id }) => user_id);
  };
  expect(await organizers()).toEqual([helper.user.id]);
  return { owner, helper, event, path, add, organizers, seen: event.updated_at.toISOString() };
}

test('a co-organizer can neither delete nor take over the event, nor add or remove other co-organizers', async () => {
  const { helper, event, path, add, organizers, seen } = await withHelper();
  const [friend, rival] = [await signedInAs('organizer'), await signedInAs('organizer')];
  await add(rival);
  const { headers } = helper;
  const attempts = [
    await ask(`${path}?updated_at=${seen}`, { headers, method: 'DELETE' }),
    await ask(path, { headers, method: 'PATCH', json: { organizer_id: helper.user.id, updated_at: seen } }),
    await ask(path, { headers, method: 'PATCH', json: { organizer_id: null, updated_at: seen } }),
    await add(friend, helper),
    await add(helper, helper),
    await ask(`${path}/organizers/${rival.user.id}`, { headers, method: 'DELETE' }),
  ];
  expect(attempts.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
  expect(await db.select().from(events).where(eq(events.id, event.id))).toEqual([event]);
  expect(new Set(await organizers())).toEqual(new Set([helper.user.id, rival.user.id]));
});

test('a deleted account does not become a co-organizer', async () => {
  const { helper, add, organizers } = await withHelper();
  const leaver = await signedInAs('organizer');
  await db.update(authUsers).set({ deleted_at: new Date() }).where(eq(authUsers.id, leaver.user.id));
  const { status } = await add(leaver);
  expect([status, await organizers()]).toEqual([422, [helper.user.id]]);
});

test('a co-organizer who is removed or loses the organizer role immediately loses access to the event', async () => {
  const { owner, helper, path, add, seen } = await withHelper();
  const other = await signedInAs('organizer');
  await add(other);
  const edit = ({ headers }: typeof helper) =>
    ask(path, { headers, method: 'PATCH', json: { title: 'Mine now', updated_at: seen } });
  const reads = ({ headers }: typeof helper) =>
    Promise.all(
      ['', '/desk', '/guests', '/messages', '/numbers', '/organizers'].map((part) =>
        ask(`${path}${part}`, { headers }),
      ),
    );
  expect((await reads(helper)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  await ask(`${path}/organizers/${helper.user.id}`, { headers: owner.headers, method: 'DELETE' });
  await db.update(profiles).set({ role: 'user' }).where(eq(profiles.id, other.user.id));
  for (const one of [helper, other]) {
    expect((await reads(one)).map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    expect((await edit(one)).status).toBe(403);
  }
  expect((await ask('/api/admin/events', { headers: helper.headers })).body.events).toEqual([]);
});

/** Puts the event into a new series with another event, which starts a week later. Returns the other event. */
async function nextOfSeries(event: Event, organizer_id: string | null) {
  const series_id = crypto.randomUUID();
  const about = { created_by: event.organizer_id!, size: 2, idempotency_key: series_id, idempotency_body: '{}' };
  await db.insert(eventSeries).values({ id: series_id, ...about });
  await changeEvent(event.id, { series_id });
  return anEvent({ organizer_id, series_id, start_at: new Date(event.start_at.getTime() + 7 * 86_400_000) });
}

test('a co-organizer of one night of a series cannot edit the nights that others organize', async () => {
  const { helper, event, path, seen } = await withHelper();
  const next = await nextOfSeries(event, event.organizer_id);
  const following = () =>
    ask(`${path}/following`, { headers: helper.headers, json: { title: 'All mine', updated_at: seen } });
  expect((await following()).status).toBe(403);
  await db
    .insert(eventOrganizers)
    .values({ event_id: next.id, user_id: helper.user.id, added_by: event.organizer_id! });
  expect((await following()).body).toMatchObject({ changed: 2, title: 'All mine' });
});

test('a co-organizer of later nights of a series cannot become the organizer of these nights by editing the series', async () => {
  const { owner, event, path, seen } = await withHelper();
  const other = await signedInAs('organizer');
  const next = await nextOfSeries(event, other.user.id);
  await db.insert(eventOrganizers).values({ event_id: next.id, user_id: owner.user.id, added_by: other.user.id });
  const json = { organizer_id: owner.user.id, updated_at: seen };
  expect((await ask(`${path}/following`, { headers: owner.headers, json })).status).toBe(403);
  const left = await eventOf(next.id);
  expect(left.organizer_id).toBe(other.user.id);
});
