import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { venueRow } from '../../../../drizzle/seed/rows.ts';
import { events, listings, venues } from '../../../../drizzle/tables/all-tables.ts';
import { datesOf } from '../../../../worker/contract/nights/events/event-dates.ts';
import { searchOf } from '../../../../worker/features/nights/public/event-search.rules.ts';
import { ask } from '../../../support/worker/admin.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { db } from '../../../support/worker/db.ts';
import { listEvents, removeEvents } from '../../../support/worker/nights/events-list.ts';
import { anEvent, inHours, list } from '../../../support/worker/nights/listed-event.ts';

beforeEach(removeEvents);

const titlesOf = async (filters: Record<string, string>) => (await listEvents(filters)).titles.toSorted();

test('an event that starts before 6 AM belongs to the night before', async () => {
  const tonight = datesOf('tonight', new Date());
  await anEvent('last of tonight', { start_at: new Date(tonight.to - 60_000) });
  await anEvent('first of tomorrow', { start_at: new Date(tonight.to) });
  await anEvent('day after', { start_at: new Date(datesOf('tomorrow', new Date()).to) });
  const orders: Record<string, string>[] = [{}, { sort: 'asc' }];
  for (const sort of orders) {
    expect(await titlesOf({ when: 'tonight', ...sort })).toEqual(['last of tonight']);
    expect(await titlesOf({ when: 'tomorrow', ...sort })).toEqual(['first of tomorrow']);
  }
});

test('a search finds words of title, venue, city, description and tags, without regard to case and accents', async () => {
  await anEvent(
    'Café Olé',
    { description: 'Records only, bring earplugs.', tags: ['amapiano'] },
    { name: 'Salt Cellar', city: 'Boston' },
  );
  await anEvent('Disco Deficit', {}, { name: 'Paper Tiger', city: 'Brooklyn' });
  for (const q of ['CAFE ole', 'salt', 'bost', 'earplugs', 'amapiano', 'cellar café'])
    expect([q, await titlesOf({ q })]).toEqual([q, ['Café Olé']]);
  for (const q of ['brooklyn', 'New York', 'tiger disco'])
    expect([q, await titlesOf({ q })]).toEqual([q, ['Disco Deficit']]);
  expect(await titlesOf({ q: 'disco boston' })).toEqual([]);
  expect(await titlesOf({ q: ' ?! ' })).toHaveLength(2);
});

test('the search finds an event despite one wrong, missing, extra or swapped letter in a word', async () => {
  await anEvent('Amapiano Sundays', { tags: ['dancehall'] }, { name: 'Boiler House', city: 'Boston' });
  for (const q of ['amapeano', 'amapano', 'amapiiano', 'amapinao', 'boston sunays', 'dancehal', 'biler'])
    expect([q, await titlesOf({ q })]).toEqual([q, ['Amapiano Sundays']]);
  await anEvent('Amapano', {}, { name: 'Elsewhere', city: 'Boston' });
  expect(await titlesOf({ q: 'amapano' })).toEqual(['Amapano']);
});

test.each([
  '") OR facets : e OR ("',
  'words : x',
  'a* OR b',
  'NEAR(a b)',
  '-night',
  '^night',
  'a\0b',
  "'; drop table events",
  '𝔸 ㍿ ½',
])('a search for %j is read as words, never as operators', async (q) => {
  await anEvent('Disco Deficit');
  expect(await titlesOf({ q })).toEqual([]);
});

test('after a venue is renamed or merged, the search finds its events by the new name', async () => {
  const event = await anEvent('Disco Deficit', {}, { name: 'Salt Cellar', city: 'Boston' });
  await db
    .update(venues)
    .set({ name: 'Pepper Attic', city: 'Brooklyn', city_key: 'brooklyn' })
    .where(eq(venues.id, event.venue_id));
  expect(await titlesOf({ q: 'pepper', city: 'New York', venue: event.venue_id })).toEqual(['Disco Deficit']);
  expect(await titlesOf({ q: 'salt' })).toEqual([]);
  const into = venueRow({ name: 'Sugar Loft', city: 'Boston' });
  await db.insert(venues).values(into);
  await db.update(events).set({ venue_id: into.id }).where(eq(events.id, event.id));
  await db.delete(venues).where(eq(venues.id, event.venue_id));
  expect(await titlesOf({ q: 'sugar', city: 'Boston', venue: into.id })).toEqual(['Disco Deficit']);
  const { choices } = await listEvents({ with: 'choices' });
  expect(choices.venue).toEqual([{ value: into.id, label: 'Sugar Loft', events: null }]);
  expect(choices.city).toEqual([{ value: 'boston', label: 'Boston', events: 1 }]);
});

test('the card of an event shows how many tickets are on sale, and the lowest price among them', async () => {
  const event = await anEvent('Disco Deficit', { ticket_price_cents: 6000, price_min_pct: -60, price_max_pct: 20 });
  const [cheap] = await list(event, [
    { quantity: 2, ask_price_cents: 2950 },
    { quantity: 3, ask_price_cents: 6500 },
    { quantity: 4, ask_price_cents: 9900 },
  ]);
  const [card] = (await listEvents({ under: '30', available: '1' })).events;
  expect(card).toMatchObject({ tickets: 5, from_price: 29.5, ticket_price: 60 });
  expect(await titlesOf({ under: '29' })).toEqual([]);
  await db.update(listings).set({ quantity: 0, status: 'reserved' }).where(eq(listings.id, cheap!.id));
  expect((await listEvents()).events).toMatchObject([{ tickets: 3, from_price: 65 }]);
  expect(await titlesOf({ under: '64' })).toEqual([]);
  expect(await titlesOf({ under: '65' })).toEqual(['Disco Deficit']);
  await db.update(listings).set({ status: 'withdrawn' });
  expect((await listEvents()).events).toMatchObject([{ tickets: 0, from_price: null, ticket_price: 60 }]);
  expect(await titlesOf({ available: '1' })).toEqual([]);
  expect(await titlesOf({ under: '60' })).toEqual(['Disco Deficit']);
  await db.update(events).set({ ticket_price_cents: null });
  expect(await titlesOf({ under: '250' })).toEqual([]);
});

test('in a list sorted by price, a free event is the cheapest, and an event without a price is the most expensive', async () => {
  await anEvent('Twenty', { ticket_price_cents: 2000 });
  await anEvent('Free', { ticket_price_cents: 0 });
  await anEvent('No price', { ticket_price_cents: null });
  await anEvent('One dollar', { ticket_price_cents: 100 });
  expect((await listEvents({ sort: 'asc' })).titles).toEqual(['Free', 'One dollar', 'Twenty', 'No price']);
  expect((await listEvents({ sort: 'desc' })).titles).toEqual(['No price', 'Twenty', 'One dollar', 'Free']);
  expect((await listEvents({ sort: 'asc' })).events[0]).toMatchObject({ ticket_price: 0 });
});

test('the neighborhood of an event comes from the city or the ZIP code of its venue', async () => {
  const event = await anEvent(
    'Disco Deficit',
    {},
    { name: 'Paper Tiger', city: 'Brooklyn', address: '1 Wythe Avenue' },
  );
  await anEvent('Low End', {}, { name: 'Elsewhere', city: 'New York', address: '599 Johnson Ave, New York, NY 11237' });
  await anEvent('Late', {}, { name: 'Salt Cellar', city: 'New York', address: '11211 Broadway' });
  await anEvent('Garage', {}, { name: 'River Street', city: 'Cambridge' });
  expect(await titlesOf({ area: 'Brooklyn' })).toEqual(['Disco Deficit', 'Low End']);
  expect(await titlesOf({ area: 'Brooklyn', q: 'disco', sort: 'asc' })).toEqual(['Disco Deficit']);
  const { choices, cost } = await listEvents({ with: 'choices', area: 'Brooklyn' });
  expect(choices.area).toEqual([
    { value: 'Brooklyn', label: 'Brooklyn', events: 2 },
    { value: 'Cambridge', label: 'Cambridge', events: 1 },
  ]);
  expect([choices.without, cost.round_trips]).toEqual([{ area: 4 }, 1]);
  await db.update(venues).set({ address: '9 First Avenue, NY 10003' }).where(eq(venues.id, event.venue_id));
  await db.update(venues).set({ city: 'New York', city_key: 'new york' }).where(eq(venues.id, event.venue_id));
  expect(await titlesOf({ area: 'Manhattan' })).toEqual(['Disco Deficit']);
  const { area } = (await listEvents({ with: 'choices' })).choices;
  expect(area.map(({ label }) => label)).toEqual(['Brooklyn', 'Cambridge', 'Manhattan']);
});

test('a feed can give an event up to three tags', async () => {
  const { headers } = await signedInAs('admin');
  const event = {
    event_name: 'Tagged',
    venue_name: 'Salt Cellar',
    start_at: inHours(48).toISOString(),
    external_id: 'tagged',
  };
  const send = (json: object) => ask('/functions/v1/ingest-events', { headers, json });
  expect((await send({ ...event, tags: ['Techno', 'techno ', 'Dub'] })).body).toMatchObject({ action: 'created' });
  expect((await send(event)).body).toMatchObject({ action: 'updated' });
  expect((await listEvents({ tag: 'techno' })).events).toMatchObject([{ title: 'Tagged', tags: ['techno', 'dub'] }]);
  const refused = await send({ ...event, tags: ['a', 'b', 'c', 'd'] });
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('at most 3 texts')]);
  await send({ ...event, tags: null });
  expect(await titlesOf({ tag: 'techno' })).toEqual([]);
});

test('each choice of a filter comes with its number of events under the other filters', async () => {
  const tonight = datesOf('tonight', new Date());
  const [before, after] = [-60_000, 60_000].map((ms) => ({ start_at: new Date(tonight.to + ms) }));
  await anEvent('A', { ...before, ticket_price_cents: 1500, tags: ['techno'] }, { city: 'Boston' });
  await anEvent('B', { ...after, ticket_price_cents: 4500, tags: ['techno', 'live'] }, { city: 'Brooklyn' });
  await anEvent('C', { ...after, ticket_price_cents: 2500, age_policy: '21+' }, { city: 'New York' });
  const { choices, cost, titles } = await listEvents({ with: 'choices', city: 'New York', under: '30' });
  expect(titles).toEqual(['C']);
  expect(cost.round_trips).toBe(1);
  expect(choices.counts).toMatchObject({
    tonight: 0,
    tomorrow: 1,
    under_20: 0,
    under_30: 1,
    under_50: 2,
    available: 0,
  });
  expect(choices.without).toEqual({ city: 2, under: 2 });
  const countsOf = (of: 'city' | 'age' | 'tag') => choices[of].map(({ label, events: count }) => `${label} ${count}`);
  expect(countsOf('city')).toEqual(['New York 1', 'Boston 1']);
  expect(countsOf('age')).toEqual(['18+ 0', '21+ 1']);
  expect(countsOf('tag')).toEqual(['techno 0', 'live 0']);
  expect((await listEvents({ with: 'choices' })).choices.tag.map(({ events: count }) => count)).toEqual([2, 1]);
});

test.each([
  ['when=yesterday', 'when'],
  ['when=2026-02-30', 'when'],
  ['under=thirty', 'under'],
  ['under=251', 'under'],
  ['available=yes', 'available'],
  ['sort=up', 'sort'],
  ['with=all', 'with'],
  ['cursor=elsewhere', 'cursor'],
  ['limit=0', 'limit'],
  ['limit=201', 'limit'],
  ['limit=many', 'limit'],
])('a list request with %s is refused with an error that names the field', async (search, field) => {
  const { status, body } = await ask(`/api/events?${search}`);
  expect([status, body.error.code, Object.keys(body.error.fields)]).toEqual([422, 'request.invalid', [field]]);
});

test('the filter choices and the correction of typos ignore events that are not public yet', async () => {
  const shown = await anEvent('Disco Deficit', { tags: ['funk'] });
  await anEvent('Dicso Secret', { tags: ['headliner'], publish_at: inHours(24) });
  const { body } = await ask('/api/events?with=choices&q=dicso');
  expect(body.events.map(({ id }) => id)).toEqual([shown.id]);
  const { tag } = body['choices'] as { tag: { value: string }[] };
  expect(tag.map(({ value }) => value)).toEqual(['funk']);
});

test('a search with long or many words stays a short query', () => {
  const nothing = { city: '', area: '', age: '', venue: '', tag: '' };
  const near = (q: string) => searchOf({ ...nothing, q }, new Date()).near!.length;
  expect(near('x'.repeat(200))).toBeLessThan(60);
  expect(near(Array.from({ length: 8 }, (_, at) => `abcdefghijklmno${at}`).join(' '))).toBeLessThan(2500);
});
