import { countRows } from '../../../support/worker/count-d1.ts';
import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events, ingestDeliveries, venues } from '../../../../drizzle/tables/all-tables.ts';
import { ask } from '../../../support/worker/admin.ts';
import { db } from '../../../support/worker/db.ts';
import { meantErrors } from '../../../support/worker/no-surprise.ts';
import { sendFeed, feedEvent, realEvents } from '../../../support/worker/nights/feed.ts';

countRows();

const inCornerRoom = (venue_address: string | null) => feedEvent({ venue_name: 'Corner Room', venue_address });
const sameNamed = (start_at: string, event_name = 'Same Name') => feedEvent({ event_name, start_at });
const read = async (path: string) => (await ask(path)).text;
const countOf = ({ body }: Awaited<ReturnType<typeof sendFeed>>, action: 'created' | 'updated') =>
  body.results!.filter((result) => 'action' in result && result.action === action).length;
const rowOf = async (externalId: string) =>
  (await db.select().from(events).where(eq(events.external_id, externalId)))[0]!;

test('sending 206 real events a second time updates them without changing their slugs', async () => {
  const sent = realEvents(new Date());
  const first = await sendFeed({ body: sent });
  expect(first.status).toBe(200);
  expect(countOf(first, 'created')).toBe(206);
  const stored = await db.select().from(events).where(eq(events.source, 'edmtrain'));
  expect(stored).toHaveLength(206);
  expect(await db.select().from(venues)).toHaveLength(52);

  const second = await sendFeed({ body: sent.map((event) => Object.assign(event, { description: 'Told again' })) });
  expect(second.text).toBe(first.text.replaceAll('"action":"created"', '"action":"updated"'));
  const again = await db.select().from(events).where(eq(events.source, 'edmtrain'));
  expect(new Map(again.map(({ id, slug }) => [id, slug]))).toEqual(new Map(stored.map(({ id, slug }) => [id, slug])));
  expect(again.every(({ description }) => description === 'Told again')).toBe(true);
  expect(await db.select().from(venues)).toHaveLength(52);
  expect(new Set(again.map(({ slug }) => slug)).size).toBe(206);

  const [nowadays] = await db.select().from(venues).where(eq(venues.name, 'Nowadays'));
  expect(nowadays).toMatchObject({
    city: 'Flushing',
    state: 'NY',
    slug: 'nowadays',
    address: '56-06 Cooper Ave, Flushing, NY 11385, USA',
  });
  const benUfo = again.find(({ external_id }) => external_id === '99764')!;
  expect(benUfo).toMatchObject({
    title: 'Ben UFO',
    slug: 'ben-ufo',
    venue_id: nowadays!.id,
    age_policy: 'All Ages',
    is_published: true,
  });
  expect((await ask(`/api/events/${benUfo.slug}`)).body).toMatchObject({
    title: 'Ben UFO',
    venue: { name: 'Nowadays' },
    description: 'Told again',
  });
});

test('500 events are created or updated in at most 12 round trips', async () => {
  const sent = Array.from({ length: 500 }, (_, at) =>
    feedEvent({ event_name: `Crowd ${at % 50}`, venue_name: `Crowded ${at % 30}` }),
  );
  const first = await sendFeed({ body: sent });
  expect(countOf(first, 'created')).toBe(500);
  expect(first.cost.round_trips).toBeLessThanOrEqual(12);
  const second = await sendFeed({ body: sent });
  expect(countOf(second, 'updated')).toBe(500);
  expect(second.cost.round_trips).toBeLessThanOrEqual(12);
  // Every lookup uses an index, so it reads no more rows when more events are stored.
  expect(second.cost.rows_read).toBeLessThan(500 * 20);
});

test('if a slug is taken, the New York date is added; if that slug is taken too, a number is added', async () => {
  const { body } = await sendFeed({ body: [sameNamed('2030-06-14T22:00'), sameNamed('2030-06-14T23:30')] });
  const later = await sendFeed({ body: sameNamed('2030-06-14T23:00', 'Same  Name!') });
  const other = await sendFeed({ body: sameNamed('2030-06-21T22:00') });
  expect(body.results).toMatchObject([{ slug: 'same-name' }, { slug: 'same-name-2030-06-14' }]);
  expect(later.body).toMatchObject({ action: 'created', slug: 'same-name-2030-06-14-2' });
  expect(other.body).toMatchObject({ action: 'created', slug: 'same-name-2030-06-21' });
});

test('simultaneous deliveries of six events at one new venue create six events and one venue', async () => {
  const wanted = Array.from({ length: 6 }, (_, at) =>
    feedEvent({ event_name: 'Rush', venue_name: 'Rush Room', external_id: `rush-${at}` }),
  );
  const answers = await Promise.all(wanted.map((event) => sendFeed({ body: event })));
  expect(answers.map(({ body }) => body.action)).toEqual(Array(6).fill('created'));
  expect(new Set(answers.map(({ body }) => body.slug)).size).toBe(6);
  expect(await db.select().from(venues).where(eq(venues.name, 'Rush Room'))).toHaveLength(1);
});

test('an event that is sent five times simultaneously is stored once', async () => {
  const event = feedEvent();
  const answers = await Promise.all(Array.from({ length: 5 }, () => sendFeed({ body: event })));
  expect(answers.filter(({ body }) => body.action === 'created')).toHaveLength(1);
  expect(answers.filter(({ body }) => body.action === 'updated')).toHaveLength(4);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
});

test('without an external id, the same name, venue and start identify the same event', async () => {
  const event = feedEvent({ external_id: null, event_name: 'No Id', venue_address: 'Brooklyn, NY' });
  const first = await sendFeed({ body: event });
  const again = await sendFeed({
    body: { ...event, event_name: ' no  ID ', venue_name: 'NOWADAYS', description: 'Again' },
  });
  const moved = await sendFeed({ body: { ...event, start_at: '2030-06-15T22:00:00' } });
  expect(again.body).toEqual({ ...first.body, action: 'updated' });
  expect(moved.body.action).toBe('created');
  const named = feedEvent();
  const withId = await sendFeed({ body: named });
  const withoutId = await sendFeed({ body: { ...named, external_id: undefined } });
  expect(withoutId.body).toEqual({ ...withId.body, action: 'updated' });
});

test('an event that appears twice in one array is created once and then updated with the later values', async () => {
  const event = feedEvent({ description: 'First', price_min: 20 });
  const { body } = await sendFeed({ body: [event, { ...event, description: 'Second', price_min: undefined }] });
  expect(body.results).toMatchObject([{ action: 'created' }, { action: 'updated' }]);
  expect(await rowOf(event.external_id)).toMatchObject({ description: 'Second', ticket_price_cents: 2000 });
});

test('a time without a zone is New York time, on both sides of each clock change', async () => {
  const spring = feedEvent({ start_at: '2027-03-13T22:00', end_at: '2027-03-13T04:00' });
  const autumn = feedEvent({ start_at: '2027-11-07T01:30', end_at: '2027-11-07T04:00' });
  const skipped = feedEvent({ start_at: '2027-03-14T02:30' });
  await sendFeed({ body: [spring, autumn, skipped] });
  for (const [{ external_id }, start, end] of [
    [spring, '2027-03-14T03:00Z', '2027-03-14T08:00Z'],
    [autumn, '2027-11-07T05:30Z', '2027-11-07T09:00Z'],
  ] as const)
    expect(await rowOf(external_id)).toMatchObject({ start_at: new Date(start), end_at: new Date(end) });
  expect(await rowOf(skipped.external_id)).toMatchObject({ start_at: new Date('2027-03-14T07:30:00Z') });
});

test('a venue is found by name and city; Brooklyn counts as New York, and without an address the name alone decides', async () => {
  const addresses = ['1 Main St, Brooklyn, NY', '1 Main St, New York, NY', null, '9 Elm St, Boston, MA'];
  const sent = addresses.map((address) => inCornerRoom(address));
  await sendFeed({ body: sent });
  const rooms = await db.select().from(venues).where(eq(venues.name_key, 'corner room')).orderBy(venues.city);
  expect(rooms.map(({ city, slug }) => [city, slug])).toEqual([
    ['Boston', 'corner-room-boston'],
    ['Brooklyn', 'corner-room'],
  ]);
  const same = await Promise.all(sent.slice(0, 3).map(({ external_id }) => rowOf(external_id)));
  expect(new Set(same.map(({ venue_id }) => venue_id)).size).toBe(1);
});

test('if the database refuses one event, the others are still stored', async () => {
  await env.DB.exec(
    "CREATE TRIGGER poison BEFORE INSERT ON events WHEN new.title = 'Poison' BEGIN SELECT raise(abort, 'poison'); END;",
  );
  const sent = Array.from({ length: 9 }, (_, at) => feedEvent(at === 4 ? { event_name: 'Poison' } : {}));
  const { body, status } = await sendFeed({ body: sent });
  await env.DB.exec('DROP TRIGGER poison;');
  expect(meantErrors()).not.toEqual([]);
  expect(status).toBe(200);
  expect(body.results!.map((result) => ('error' in result ? result.error : result.action))).toEqual(
    sent.map((_, at) => (at === 4 ? 'This event can’t be stored.' : 'created')),
  );
});

test('a change to an event appears on its page and in the lists at once', async () => {
  const event = feedEvent({ description: 'Before', start_at: new Date(Date.now() + 3_600_000).toISOString() });
  const { body } = await sendFeed({ body: event });
  expect(await read(`/api/events/${body.slug}`)).toContain('Before');
  expect(await read('/api/events')).toContain('Before');
  for (const [description, others] of [
    ['After', []],
    ['At last', [feedEvent()]],
  ] as const) {
    await sendFeed({ body: [{ ...event, description }, ...others] });
    expect(await read(`/api/events/${body.slug}`)).toContain(description);
    expect(await read('/api/events')).toContain(description);
  }
});

test('a delivery is recorded with its status, its counts and its error', async () => {
  const id = `msg_${crypto.randomUUID()}`;
  await sendFeed({ id, body: [feedEvent(), feedEvent({ venue_name: '' })] });
  const [row] = await db
    .select()
    .from(ingestDeliveries)
    .where(eq(ingestDeliveries.webhook_id, `=${id}`));
  expect(row).toMatchObject({
    status: 200,
    created: 1,
    updated: 0,
    failed: 1,
    source: 'feed',
    error: 'venue_name is required.',
  });
  expect(row!.duration_ms).toBeLessThan(60_000);
});
