import { countRows } from '../../support/worker/count-d1.ts';
import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { listingRow, profileRow } from '../../../drizzle/seed/rows.ts';
import { type Event, events, listings, profiles, venues } from '../../../drizzle/tables/all-tables.ts';
import { ask } from '../../support/worker/admin.ts';
import { callCounted } from '../../support/worker/call.ts';
import { db } from '../../support/worker/db.ts';
import { anEvent, inHours, list } from '../../support/worker/nights/listed-event.ts';

countRows();

interface Card {
  id: string;
  ticket_price: number | null;
  venue: { id: string; name: string; city: string };
}

async function onlyEvents(count: number, over: (at: number) => Partial<Event>) {
  await db.batch([db.delete(listings), db.delete(events), db.delete(venues)]);
  const rows = [];
  for (let at = 0; at < count; at += 1) rows.push(await anEvent(String(at), over(at), { name: `Room ${at}` }));
  return rows;
}

const listingCount = async () => (await db.select({ count: events.listing_count }).from(events).limit(1))[0]!.count;

/** Reads a path. With a query, as in `?fresh`, the answer does not come from the shared cache. */
const read = async <T>(path: string) => {
  const { answer, cost } = await callCounted(path);
  return { status: answer.status, body: await answer.json<T>(), cost };
};

test('one round trip reads the next 20 events and the two busiest areas for the home page', async () => {
  const rows = await onlyEvents(25, (at) => ({ start_at: inHours(24 + at) }));
  const cities = ['Brooklyn', 'Brooklyn', 'Cambridge', 'Cambridge', 'Cambridge', 'Brooklyn', 'Queens'];
  for (const [at, city] of cities.entries())
    await db
      .update(venues)
      .set({ city, city_key: city.toLowerCase() })
      .where(eq(venues.id, rows[at + 10]!.venue_id));
  const { body, cost } = await read<{ events: Card[]; areas: string[] }>('/api/home?fresh');
  expect(body.events.map(({ id }) => id)).toEqual(rows.slice(0, 20).map(({ id }) => id));
  expect(body.events[3]!.venue).toEqual({ id: rows[3]!.venue_id, name: 'Room 3', city: 'New York' });
  expect(body.events[0]!.ticket_price).toBe(25);
  expect(body.areas).toEqual(['Brooklyn', 'Cambridge']);
  expect(cost.round_trips).toBe(1);
  expect(cost.rows_read).toBeLessThanOrEqual(2 * cost.rows_returned);
});

test('if there is no upcoming event, the home list shows the 10 earliest of all events', async () => {
  const past = await onlyEvents(12, (at) => ({ start_at: inHours(-100 + at) }));
  const { body, cost } = await read<{ events: Card[] }>('/api/home?fresh');
  expect(body.events.map(({ id }) => id)).toEqual(past.slice(0, 10).map(({ id }) => id));
  expect(cost.round_trips).toBe(1);
});

test('an event with 1,000 listings shows only the 200 cheapest and reads no more rows than with 200 listings', async () => {
  const [event] = await onlyEvents(1, () => ({ start_at: inHours(24), ticket_price_cents: 2000 }));
  await db.insert(profiles).values(profileRow({ id: 'many-seller' }));
  const add = (from: number, to: number) =>
    env.DB.prepare(
      `with recursive n(i) as (select ?1 union all select i + 1 from n where i < ?2 - 1)
      insert into listings (id, event_id, seller_id, quantity, ask_price_cents, status, created_at)
      select 'many-' || cast(i as integer), ?3, 'many-seller', 1, 1500 + i, 'active', 0 from n`,
    )
      .bind(from, to, event!.id)
      .run();
  interface Answer {
    listings: { id: string }[];
    listing_count: number;
    price_range: { min: number; max: number };
  }
  await add(0, 200);
  const few = await read<Answer>(`/api/events/${event!.slug}?with=listings`);
  await add(200, 1000);
  const many = await read<Answer>(`/api/events/${event!.slug}?with=listings`);
  expect(many.body.listings.map(({ id }) => id)).toEqual(Array.from({ length: 200 }, (_, i) => `many-${i}`));
  expect([few.body.listing_count, many.body.listing_count]).toEqual([200, 1000]);
  expect(many.body.price_range).toEqual({ min: 15, max: 24.99 });
  expect(many.cost.round_trips).toBe(1);
  expect(many.cost.rows_read).toBeLessThanOrEqual(few.cost.rows_read);
});

test('an unpublished event is on no list and has no page', async () => {
  const [hidden] = await onlyEvents(1, () => ({ start_at: inHours(24), is_published: false }));
  expect((await read<{ events: Card[] }>('/api/home?fresh')).body.events).toEqual([]);
  expect((await read<{ events: Card[] }>('/api/events?limit=5')).body.events).toEqual([]);
  expect((await read(`/api/events/${hidden!.slug}`)).status).toBe(404);
});

test('the events list starts with events that are on now and leaves out events that are over', async () => {
  const starts = [-30, -7, -5, -3, 1];
  const ends = [-26, null, null, -1, 5];
  const rows = await onlyEvents(5, (at) => ({
    start_at: inHours(starts[at]!),
    end_at: ends[at] === null ? null : inHours(ends[at]!),
  }));
  const { body } = await read<{ events: Card[] }>('/api/events?limit=50');
  expect(body.events.map(({ id }) => id)).toEqual([rows[2]!.id, rows[4]!.id]);
});

test('the events list pages by cursor without a gap or a repeat, even if start times are equal', async () => {
  const rows = await onlyEvents(7, (at) => ({ start_at: inHours(24 + Math.floor(at / 3)) }));
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body } = await ask(`/api/events?limit=2${cursor && `&cursor=${cursor}`}`);
    seen.push(...body.events.map(({ id }) => id));
    cursor = body.next_cursor;
  }
  const ordered = rows.toSorted((a, b) => a.start_at.getTime() - b.start_at.getTime() || (a.id < b.id ? -1 : 1));
  expect(seen).toEqual(ordered.map(({ id }) => id));
});

test('an event is read with its venue, price band and listing count in one round trip that reads 2 rows', async () => {
  const [event] = await onlyEvents(1, () => ({
    start_at: inHours(24),
    ticket_price_cents: 8500,
    price_min_pct: -10,
    price_max_pct: 50,
  }));
  const [listed] = await list(event!, [
    { quantity: 1, ask_price_cents: 9500 },
    { quantity: 1, ask_price_cents: 12_751 },
  ]);
  await db.insert(listings).values(listingRow({ event_id: event!.id, seller_id: listed!.seller_id, status: 'draft' }));
  const plain = await read<Record<string, unknown>>(`/api/events/${event!.slug}`);
  expect(plain.body).toMatchObject({
    ticket_price: 85,
    price_band: { min: 76.5, max: 127.5 },
    listing_count: 2,
    venue: { name: 'Room 0', city: 'New York' },
  });
  expect(plain.body).not.toHaveProperty('edited_fields');
  expect(plain.cost).toMatchObject({ round_trips: 1, rows_read: 2 });

  const full = await read<{
    venue: unknown;
    listings: { ask_price: number; eligible: boolean; seller: { school: string } }[];
    price_range: unknown;
  }>(`/api/events/${event!.slug}?with=listings`);
  expect(full.cost.round_trips).toBe(1);
  expect(full.body.venue).toEqual(plain.body['venue']);
  expect(full.body.listings.map(({ ask_price, eligible }) => [ask_price, eligible])).toEqual([
    [95, true],
    [127.51, false],
  ]);
  expect(full.body.listings[0]!.seller.school).toBe('Boston University');
  expect(full.body.price_range).toEqual({ min: 95, max: 127.51 });
});

test('the listing count is updated with every change of a listing', async () => {
  const [event] = await onlyEvents(1, () => ({ start_at: inHours(24) }));
  const seller = profileRow();
  await db.insert(profiles).values(seller);
  const listing = listingRow({ event_id: event!.id, seller_id: seller.id, status: 'draft' });
  await db.insert(listings).values(listing);
  expect(await listingCount()).toBe(0);
  await db.update(listings).set({ status: 'active' });
  expect(await listingCount()).toBe(1);
  await db.update(listings).set({ status: 'sold' });
  expect(await listingCount()).toBe(0);
  await db.update(listings).set({ status: 'active' });
  await db.update(listings).set({ status: 'withdrawn' });
  expect(await listingCount()).toBe(0);
});

test('venues are ordered by name', async () => {
  await onlyEvents(3, () => ({ start_at: inHours(24) }));
  const { body, cost } = await read<{ venues: { name: string }[] }>('/api/venues?fresh');
  expect(body.venues.map(({ name }) => name)).toEqual(['Room 0', 'Room 1', 'Room 2']);
  expect(cost.round_trips).toBe(1);
});

test('an unknown slug or API path is answered with 404 and JSON, never with a page', async () => {
  for (const [path, code] of [
    ['/api/events/no-such-night', 'event.not_found'],
    ['/api/nothing', 'request.not_found'],
  ]) {
    const { status, body } = await ask(path!);
    expect(status).toBe(404);
    expect(body).toMatchObject({ error: { code, request_id: expect.any(String) } });
  }
});

const cacheRule = async (path: string) => (await ask(path)).answer.headers.get('Cache-Control');

test('a public list with a query is cached only by the browser, and a response without a cache rule is cached nowhere', async () => {
  expect(await cacheRule('/api/events?limit=1')).toBe('private, no-cache');
  for (const path of ['/api/health', '/auth/v1/settings', '/api/me', '/api/no-such-path'])
    expect([path, await cacheRule(path)]).toEqual([path, 'no-store']);
});
