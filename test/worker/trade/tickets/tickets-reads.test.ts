import { countRows } from '../../../support/worker/count-d1.ts';
import { expect, test } from 'vitest';
import { eventRow, venueRow } from '../../../../drizzle/seed/rows.ts';
import { eventStart } from '../../../../drizzle/seed/sample.ts';
import { events, type Listing, sellerFacts, venues } from '../../../../drizzle/tables/all-tables.ts';
import { callCounted } from '../../../support/worker/call.ts';
import { db } from '../../../support/worker/db.ts';
import { newBuyer, eventWithTickets } from '../../../support/worker/trade/event-with-tickets.ts';
import { addRequest } from '../../../support/worker/trade/deals/rows.ts';
import { fromNow } from '../../../support/worker/moments.ts';
import { refusal } from '../../../support/worker/trade/deals/calls.ts';
import { post } from '../../../support/worker/trade/ask-for-tickets.ts';

countRows();

interface Event {
  start_at: string;
  listing_count: number;
  venue: object;
  listings: { quantity: number; status: string; ask_price: number; eligible: boolean }[];
}

const hold = async (listing: Listing, expires_at: Date) =>
  addRequest(listing, { buyer_id: (await newBuyer()).id, expires_at });

test('a page of fifty listings takes one round trip and reads about three rows for each returned row', async () => {
  const pairs = Array.from({ length: 50 }, (_, at) => ({ ask_price_cents: 2300 + at, quantity: 2 }));
  const { event, seller, listed } = await eventWithTickets([
    ...pairs,
    ...Array.from({ length: 30 }, () => ({ quantity: 1 })),
  ]);
  await db.insert(sellerFacts).values({ user_id: seller.id, events: 1, received: 1 });
  for (const listing of listed.slice(20)) await addRequest(listing, { buyer_id: (await newBuyer()).id });
  const { answer, cost } = await callCounted(`/api/events/${event.slug}?with=listings`);
  const shown = await answer.json<Event>();
  expect(shown.listings).toHaveLength(50);
  expect(shown.venue).toMatchObject({ id: event.venue_id, city: 'New York', state: 'NY', slug: event.venue_id });
  expect(cost.round_trips).toBe(1);
  expect(cost.rows_read).toBeLessThanOrEqual(3 * cost.rows_returned + 6);
});

test('an event page shows the tickets of an expired hold as free, even before the cron job has ended the hold', async () => {
  const { event, listed } = await eventWithTickets([{ quantity: 1 }, { quantity: 3 }]);
  for (const listing of listed) await hold(listing, fromNow(-1));
  const { answer } = await callCounted(`/api/events/${event.slug}?with=listings`);
  const shown = await answer.json<Event>();
  expect(shown.listings.map(({ quantity, status, eligible }) => [quantity, status, eligible])).toEqual([
    [1, 'active', true],
    [3, 'active', true],
  ]);
  expect(shown.listing_count).toBe(2);
});

test('once every ticket is held, an event shows when the first of the holds ends', async () => {
  const { event, listed } = await eventWithTickets([{ quantity: 1 }, { quantity: 1 }]);
  let read = 0;
  const held_until = async () => {
    const { answer, cost } = await callCounted(`/api/events/${event.slug}?with=listings&fresh=${++read}`);
    expect(cost.round_trips).toBe(1);
    return (await answer.json<Event & { held_until: string | null }>()).held_until;
  };

  const [early, late] = [fromNow(3_600_000), fromNow(7_200_000)];
  await hold(listed[0]!, late);
  expect(await held_until()).toBeNull();
  await hold(listed[1]!, early);
  expect(await held_until()).toBe(early.toISOString());
});

test('if no stored event has the slug of a sample event, the sample is shown with listings and a future date', async () => {
  const { answer } = await callCounted('/api/events/headline-halloween?with=listings');
  expect(answer.status).toBe(200);
  const shown = await answer.json<Event>();
  expect(shown).toMatchObject({ title: 'Headline Halloween', listing_count: 2, price_range: { min: 95, max: 100 } });
  expect(shown.listings.map(({ ask_price, quantity, eligible }) => [ask_price, quantity, eligible])).toEqual([
    [95, 2, true],
    [100, 4, true],
  ]);
  expect(shown.start_at).toBe(eventStart(new Date(), { weeks: 1, weekday: 5 }).toISOString());
  const plain = await callCounted('/api/events/weekend-sessions?fresh');
  const sessions = { title: 'Weekend Sessions', venue: { name: 'Harbor Room' }, listings: null };
  expect(await plain.answer.json()).toMatchObject(sessions);
  const listed = await callCounted('/api/events/halloween-warehouse/listings?fresh');
  expect(await listed.answer.json()).toMatchObject({
    listings: [{ ask_price: 70, seller: { school: 'New York University' } }],
  });
});

test('an unpublished event in the database hides the sample event with the same slug', async () => {
  const venue = venueRow();
  await db.insert(venues).values(venue);
  await db.insert(events).values(eventRow({ venue_id: venue.id, slug: 'halloween-warehouse', is_published: false }));
  for (const path of ['', '?with=listings', '/listings?fresh']) {
    expect((await callCounted(`/api/events/halloween-warehouse${path}`)).answer.status).toBe(404);
  }
});

test('a slug with neither an event nor a sample is not found', async () => {
  const answer = await post('/api/events/headline-easter/listings', { headers: {}, method: 'GET' });
  expect(refusal(answer)).toEqual([404, 'event.not_found']);
});
