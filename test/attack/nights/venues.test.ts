import { asc, eq } from 'drizzle-orm';
import { beforeEach, expect, test, vi } from 'vitest';
import { eventRow, venueRow } from '../../../drizzle/seed/rows.ts';
import { events, feedEvents, venueAliases, venues } from '../../../drizzle/tables/all-tables.ts';
import { ask, logOf } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import { feedEvent, sendFeed } from '../../support/worker/nights/feed.ts';

type Headers = Record<string, string>;
const merge = (headers: Headers, id: string, into: string) =>
  ask(`/api/admin/venues/${id}/merge`, { headers, json: { into } });
const edit = (headers: Headers, { id }: { id: string }, json: object) =>
  ask(`/api/admin/venues/${id}`, { headers, method: 'PATCH', json });
const remove = (headers: Headers, id: string) => ask(`/api/admin/venues/${id}`, { headers, method: 'DELETE' });
const venueIds = async () =>
  (await db.select({ id: venues.id }).from(venues).orderBy(asc(venues.id))).map(({ id }) => id);
const venueOf = async (eventId: string) => (await db.select().from(events).where(eq(events.id, eventId)))[0]?.venue_id;
const aliasesOf = (id: string) => db.$count(venueAliases, eq(venueAliases.venue_id, id));

beforeEach(() => db.batch([db.delete(events), db.delete(venues)]));

/** Stores two venues for the same place, each with one event: the duplicate (`double`), and the venue to keep. */
async function doubles() {
  const [double, kept] = [venueRow(), venueRow()];
  const [moved, stayed] = [eventRow({ venue_id: double.id }), eventRow({ venue_id: kept.id })];
  await db.batch([db.insert(venues).values([double, kept]), db.insert(events).values([moved, stayed])]);
  return { double, kept, moved, stayed };
}

const namedAs = ({ name }: { name: string }, over: object = {}) =>
  feedEvent({ venue_name: name, venue_address: null, ...over });

test.each(['organizer', 'user'] as const)(
  'a signed-in %s can neither delete, merge, add nor change a venue',
  async (role) => {
    const { headers } = await signedInAs(role);
    const { double, kept } = await doubles();
    const unused = venueRow();
    await db.insert(venues).values(unused);
    const answers = [
      await remove(headers, unused.id),
      await merge(headers, double.id, kept.id),
      await ask('/api/admin/venues', { headers, json: { name: 'Mine', city: 'Boston' } }),
      await edit(headers, kept, { name: 'Mine', updated_at: kept.updated_at }),
    ];
    for (const { status, body } of answers) expect([status, body.error.code]).toEqual([403, 'request.forbidden']);
    expect(await venueIds()).toEqual([double.id, kept.id, unused.id].toSorted());
    expect(await db.select().from(venues).where(eq(venues.id, kept.id))).toEqual([kept]);
  },
);

test('a venue with an event cannot be deleted, but an unused venue can, and its aliases are deleted with it', async () => {
  const { headers } = await signedInAs('admin');
  const { double, moved } = await doubles();
  const unused = venueRow();
  await db.batch([
    db.insert(venues).values(unused),
    db.insert(venueAliases).values({ name_key: 'old name', city_key: 'boston', venue_id: unused.id }),
  ]);
  const refused = await remove(headers, double.id);
  expect([refused.status, refused.body.error.code, await venueOf(moved.id)]).toEqual([409, 'venue.in_use', double.id]);
  const deleted = await remove(headers, unused.id);
  expect([deleted.status, await venueIds()]).toEqual([200, expect.not.arrayContaining([unused.id])]);
  expect(await aliasesOf(unused.id)).toBe(0);
  // Four round trips: the guard, the venue, the last entry of the audit log, and the batch.
  expect(deleted.cost.round_trips).toBe(4);
  expect(await logOf(unused.id)).toMatchObject([
    { action: 'venue.delete', target_type: 'venue', target_id: unused.id },
  ]);
  expect((await remove(headers, unused.id)).status).toBe(404);
});

test('a merged venue stays merged when the feed sends its old name again', async () => {
  const { headers } = await signedInAs('admin');
  const { double, kept } = await doubles();
  const [numbered, nameless] = [namedAs(double), namedAs(double, { external_id: null })];
  const first = await sendFeed({ body: [numbered, nameless] });
  const ids = first.body.results!.map((result) => ('id' in result ? result.id : ''));
  expect(await Promise.all(ids.map(venueOf))).toEqual([double.id, double.id]);

  const merged = await merge(headers, double.id, kept.id);
  expect(merged.status).toBe(200);
  // Five round trips: the guard, both venues, the last entry of the audit log, the batch, and the pages to purge.
  expect(merged.cost.round_trips).toBe(5);
  expect(await Promise.all(ids.map(venueOf))).toEqual([kept.id, kept.id]);

  const again = await sendFeed({
    body: [numbered, nameless, namedAs(double), namedAs(double, { venue_address: 'Brooklyn, NY' })],
  });
  expect(again.body.results).toMatchObject([
    { action: 'updated', id: ids[0] },
    { action: 'updated', id: ids[1] },
    { action: 'created' },
    { action: 'created' },
  ]);
  expect(again.cost.round_trips).toBe(first.cost.round_trips);
  expect(await venueIds()).toEqual([kept.id]);
  expect(await db.$count(events, eq(events.venue_id, kept.id))).toBe(6);
});

test('a merge purges the pages of both venues, because the venue that stays may get an address and a picture', async () => {
  const { headers } = await signedInAs('admin');
  const { double, kept } = await doubles();
  const purged = vi.spyOn(caches.default, 'delete');
  expect((await merge(headers, double.id, kept.id)).status).toBe(200);
  const paths = purged.mock.calls.map(
    ([address]) => new URL(address instanceof Request ? address.url : address).pathname,
  );
  expect(paths).toEqual(expect.arrayContaining([`/venues/${double.slug}`, `/venues/${kept.slug}`]));
  purged.mockRestore();
});

test('a merge moves events, feed entries, aliases, address and picture to the venue that stays', async () => {
  const { headers } = await signedInAs('admin');
  const [double, kept] = [
    venueRow({ image_url: '/images/double', address: '2 Back Street' }),
    venueRow({ address: null }),
  ];
  const event = eventRow({ venue_id: double.id, is_published: false });
  await db.batch([
    db.insert(venues).values([double, kept]),
    db.insert(events).values(event),
    db
      .insert(feedEvents)
      .values({ name_key: 'night', venue_id: double.id, start_at: event.start_at, event_id: event.id }),
    db.insert(venueAliases).values({ name_key: 'older name', city_key: 'new york', venue_id: double.id }),
  ]);
  await ask('/api/venues');
  expect((await merge(headers, double.id, kept.id)).status).toBe(200);
  expect(await venueOf(event.id)).toBe(kept.id);
  expect(await db.select().from(feedEvents).where(eq(feedEvents.event_id, event.id))).toMatchObject([
    { venue_id: kept.id },
  ]);
  expect(await db.select().from(venueAliases).orderBy(asc(venueAliases.name_key))).toEqual([
    { name_key: 'older name', city_key: 'new york', venue_id: kept.id },
    { name_key: double.name_key, city_key: double.city_key, venue_id: kept.id },
  ]);
  expect(await db.select().from(venues)).toMatchObject([
    { id: kept.id, address: '2 Back Street', image_url: '/images/double' },
  ]);
  expect(await logOf(double.id)).toMatchObject([{ action: 'venue.merge', target_id: double.id }]);
  expect(await logOf(kept.id)).toMatchObject([{ action: 'venue.receive', target_id: kept.id }]);
  expect((await ask('/api/venues')).body['venues']).toMatchObject([{ id: kept.id }]);
});

test('when two venues are merged into each other at the same time, one of them remains and has all events', async () => {
  const { headers } = await signedInAs('admin');
  const { double, kept, moved, stayed } = await doubles();
  const answers = await Promise.all([merge(headers, double.id, kept.id), merge(headers, kept.id, double.id)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 404 || status === 422)).toHaveLength(1);
  const [left, ...others] = await venueIds();
  expect([others, await venueOf(moved.id), await venueOf(stayed.id)]).toEqual([[], left, left]);
  expect(await aliasesOf(left!)).toBe(1);
});

test('a second merge of a venue, a merge of a venue into itself and a merge into an unknown venue are refused', async () => {
  const { headers } = await signedInAs('admin');
  const { double, kept, moved } = await doubles();
  for (const into of [double.id, 'no-venue']) {
    const { status, body } = await merge(headers, double.id, into);
    expect([status, Object.keys(body.error.fields)]).toEqual([422, ['into']]);
  }
  expect(await venueOf(moved.id)).toBe(double.id);
  const twice = await Promise.all([merge(headers, double.id, kept.id), merge(headers, double.id, kept.id)]);
  expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
  expect([await venueIds(), await venueOf(moved.id), await aliasesOf(kept.id)]).toEqual([[kept.id], kept.id, 1]);
  expect(await logOf(double.id)).toHaveLength(1);
});

test('a merge that would give a venue two nights with the same title and start is refused, and no event is lost', async () => {
  const { headers } = await signedInAs('admin');
  const { double, kept } = await doubles();
  const same = { title: 'Twice', external_id: null };
  const rows = [eventRow({ venue_id: double.id, ...same }), eventRow({ venue_id: kept.id, ...same })];
  await db.insert(events).values(rows);
  const { status, body } = await merge(headers, double.id, kept.id);
  expect([status, body.error.code]).toEqual([409, 'venue.same_event']);
  expect(await Promise.all(rows.map(({ id }) => venueOf(id)))).toEqual([double.id, kept.id]);
});

test('a renamed venue keeps its old name as an alias, and no other venue in its city can take the old name', async () => {
  const { headers } = await signedInAs('admin');
  const { kept, stayed } = await doubles();
  const create = (name: string, city = kept.city) => ask('/api/admin/venues', { headers, json: { name, city } });
  const renamed = await edit(headers, kept, { name: 'Fresh Name', updated_at: kept.updated_at });
  expect([renamed.status, renamed.body['name'], renamed.body.slug]).toEqual([200, 'Fresh Name', kept.slug]);
  const late = await edit(headers, kept, { name: 'Late', updated_at: kept.updated_at });
  expect(late.body.error.code).toBe('request.stale');
  await sendFeed({ body: namedAs(kept) });
  expect(await db.$count(events, eq(events.venue_id, kept.id))).toBe(2);
  const taken = { status: 409, body: { error: { code: 'venue.exists' } } };
  expect(await create(` ${kept.name.toUpperCase()} `)).toMatchObject(taken);
  expect(await create('FRESH name')).toMatchObject(taken);
  const other = await create(kept.name, 'Boston');
  expect(other.status).toBe(201);
  const moved = await edit(headers, other.body, { city: kept.city, updated_at: other.body.updated_at });
  expect(moved).toMatchObject(taken);
  const back = await edit(headers, kept, { name: kept.name, updated_at: renamed.body.updated_at });
  expect([back.status, await aliasesOf(kept.id), await venueOf(stayed.id)]).toEqual([200, 1, kept.id]);
  expect(await db.select().from(venueAliases)).toEqual([
    { name_key: 'fresh name', city_key: kept.city_key, venue_id: kept.id },
  ]);
});

test('the list of venues counts the coming events and aliases of each venue, and says whether it is in use', async () => {
  const { headers } = await signedInAs('admin');
  const { double, kept } = await doubles();
  const unused = venueRow();
  await db.insert(venues).values(unused);
  await db.insert(events).values(eventRow({ venue_id: kept.id, start_at: new Date(Date.now() - 86_400_000) }));
  await db.insert(venueAliases).values({ name_key: 'old', city_key: 'boston', venue_id: kept.id });
  const { body, cost } = await ask('/api/admin/venues', { headers });
  expect(body['venues']).toHaveLength(3);
  for (const [{ id }, coming_events, aliases, is_used] of [
    [double, 1, 0, true],
    [kept, 1, 1, true],
    [unused, 0, 0, false],
  ] as const)
    expect(body['venues']).toContainEqual(expect.objectContaining({ id, coming_events, aliases, is_used }));
  expect(cost.round_trips).toBe(2);
});
