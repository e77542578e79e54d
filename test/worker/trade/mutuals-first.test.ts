import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { type Listing, listings, profiles, ticketRequests } from '../../../drizzle/tables/all-tables.ts';
import { eventDateParts } from '../../../worker/contract/time/event-time.ts';
import { askForTickets, newKey, post } from '../../support/worker/trade/ask-for-tickets.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { call, student, vouchFor } from '../../support/worker/people/circle.ts';
import { db } from '../../support/worker/db.ts';
import { eventWithTickets } from '../../support/worker/trade/event-with-tickets.ts';
import { launch } from '../../support/worker/launch.ts';
import { reseller } from '../../support/worker/people/reseller.ts';

beforeEach(() => launch('vouches', true));

const MINUTE_MS = 60_000;

/**
 * An event tomorrow with a buyer and two sellers. The second seller is a mutual of the buyer and has listed later at
 * the same price.
 */
async function twoListings(over: Partial<Listing> = {}) {
  const [buyer, stranger, friend] = [await signedInAs('user'), await student(), await student()];
  await db.update(profiles).set({ shows_mutuals: true }).where(eq(profiles.id, buyer.user.id));
  await vouchFor(buyer.profile, friend);
  await vouchFor(friend, buyer.profile);
  const older = { seller_id: stranger.id, created_at: new Date(Date.now() - 60 * MINUTE_MS) };
  const newer = { seller_id: friend.id, created_at: new Date(), ...over };
  const { event, listed } = await eventWithTickets([older, newer], { start_at: new Date(Date.now() + 86_400_000) });
  return { event, buyer, ofStranger: listed[0]!, ofFriend: listed[1]! };
}

test('of two tickets at the same price, a buyer gets the mutual’s, and everybody else the older one', async () => {
  const { event, buyer, ofFriend, ofStranger } = await twoListings();
  const outsider = await signedInAs('user');
  const asked = await askForTickets(buyer.headers, { event_id: event.id, quantity: 1 });
  expect(asked).toMatchObject({ status: 201, json: { listing_id: ofFriend.id } });
  const other = await askForTickets(outsider.headers, { event_id: event.id, quantity: 1 });
  expect(other).toMatchObject({ status: 201, json: { listing_id: ofStranger.id } });
});

test('a buyer never gets a more expensive ticket because its seller is a mutual', async () => {
  const { event, buyer, ofStranger } = await twoListings({ ask_price_cents: 2501 });
  const asked = await askForTickets(buyer.headers, { event_id: event.id, quantity: 1 });
  expect(asked).toMatchObject({ status: 201, json: { listing_id: ofStranger.id } });
});

test('while a cheaper listing is for mutuals first, other buyers get the next one, and a mutual gets the cheaper one', async () => {
  const first = { ask_price_cents: 2300, mutuals_until: new Date(Date.now() + 30 * MINUTE_MS) };
  const { event, buyer, ofFriend, ofStranger } = await twoListings(first);
  const outsider = await signedInAs('user');
  const other = await askForTickets(outsider.headers, { event_id: event.id, quantity: 1 });
  expect(other).toMatchObject({ status: 201, json: { listing_id: ofStranger.id } });
  const asked = await askForTickets(buyer.headers, { event_id: event.id, quantity: 1 });
  expect(asked).toMatchObject({ status: 201, json: { listing_id: ofFriend.id } });
});

test('a buyer who is not a mutual is refused with the time from which everybody may ask, and may ask from then on', async () => {
  const opens = new Date(Date.now() + 30 * MINUTE_MS);
  const { event, ofFriend, ofStranger } = await twoListings({ mutuals_until: opens });
  await db.delete(listings).where(eq(listings.id, ofStranger.id));
  const outsider = await signedInAs('user');
  const refused = await askForTickets(outsider.headers, { event_id: event.id, quantity: 1 });
  expect(refused).toMatchObject({ status: 409, json: { error: { code: 'tickets.mutuals_first' } } });
  expect(refused.json.error.message).toContain(eventDateParts(opens.toISOString()).time);
  for (const gone of [
    { quantity: 0, status: 'sold' },
    { quantity: 1, status: 'withdrawn' },
  ] as const) {
    const { event: without } = await eventWithTickets([{ ...gone, mutuals_until: opens }]);
    const elsewhere = await askForTickets(outsider.headers, { event_id: without.id, quantity: 1 });
    expect([elsewhere.status, elsewhere.json.error.code]).toEqual([409, 'tickets.none_available']);
  }
  const group = await post('/api/groups', {
    headers: { ...outsider.headers, 'Idempotency-Key': newKey() },
    body: { event_id: event.id, places: 1 },
  });
  expect(group.status).not.toBe(201);
  expect(await db.select().from(ticketRequests).where(eq(ticketRequests.event_id, event.id))).toEqual([]);
  await db.update(listings).set({ mutuals_until: new Date() }).where(eq(listings.id, ofFriend.id));
  expect(await askForTickets(outsider.headers, { event_id: event.id, quantity: 1 })).toMatchObject({ status: 201 });
});

test('with vouches off, a listing for mutuals first is open to everybody', async () => {
  const { event, ofStranger, ofFriend } = await twoListings({ mutuals_until: new Date(Date.now() + 30 * MINUTE_MS) });
  await db.delete(listings).where(eq(listings.id, ofStranger.id));
  await launch('vouches', false);
  const outsider = await signedInAs('user');
  expect(await askForTickets(outsider.headers, { event_id: event.id, quantity: 1 })).toMatchObject({
    status: 201,
    json: { listing_id: ofFriend.id },
  });
});

test('a seller puts tickets on sale for mutuals first, and the event page says so', async () => {
  const seller = await reseller();
  const { event } = await eventWithTickets([]);
  await launch('sell', true);
  const before = Date.now();
  const made = await post('/api/listings', {
    headers: { ...seller.headers, 'Idempotency-Key': newKey() },
    body: { event_id: event.id, quantity: 1, ask_price: 25, mutuals_first: true },
  });
  expect(made.status).toBe(201);
  const [row] = await db.select().from(listings).where(eq(listings.id, made.json.id));
  expect(row!.mutuals_until!.getTime()).toBeGreaterThanOrEqual(before + 30 * MINUTE_MS);
  const page = await call<{ listings: { first_until?: string }[] }>('GET', `/api/events/${event.slug}?with=listings`, {
    headers: {},
  });
  expect(page.json.listings).toMatchObject([{ first_until: row!.mutuals_until!.toISOString() }]);
});
