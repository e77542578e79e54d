import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { type Listing, listings } from '../../../drizzle/tables/all-tables.ts';
import { eventDateParts } from '../../../worker/contract/time/event-time.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { call, student, vouchFor } from '../../support/worker/people/circle.ts';
import { db } from '../../support/worker/db.ts';
import { eventWithTickets } from '../../support/worker/trade/event-with-tickets.ts';
import { launch } from '../../support/worker/launch.ts';
import { reseller } from '../../support/worker/people/reseller.ts';
import { askFor, refusal, send } from '../../support/worker/trade/deals/calls.ts';
import { changeListing, changeProfile, listingOf, requestsFor } from '../../support/worker/trade/deals/rows.ts';
import { fromNow } from '../../support/worker/moments.ts';

beforeEach(() => launch('vouches', true));

const MINUTE_MS = 60_000;

/** Creates two listings at the same price: an older one by a stranger, and a newer one by a mutual of the buyer. */
async function twoListings(over: Partial<Listing> = {}) {
  const [buyer, stranger, friend] = [await signedInAs('user'), await student(), await student()];
  await changeProfile(buyer.user.id, { shows_mutuals: true });
  await vouchFor(buyer.profile, friend);
  await vouchFor(friend, buyer.profile);
  const older = { seller_id: stranger.id, created_at: fromNow(-60 * MINUTE_MS) };
  const newer = { seller_id: friend.id, created_at: new Date(), ...over };
  const { event, listed } = await eventWithTickets([older, newer], { start_at: fromNow(86_400_000) });
  return { event, buyer, ofStranger: listed[0]!, ofFriend: listed[1]! };
}

test('of two tickets at the same price, a buyer gets the ticket of a mutual, even if it was listed later', async () => {
  const { event, buyer, ofFriend, ofStranger } = await twoListings();
  const outsider = await signedInAs('user');
  const asked = await askFor(event, buyer);
  expect(asked).toMatchObject({ status: 201, json: { listing_id: ofFriend.id } });
  const other = await askFor(event, outsider);
  expect(other).toMatchObject({ status: 201, json: { listing_id: ofStranger.id } });
});

test('a buyer gets a stranger’s cheaper ticket rather than a mutual’s more expensive one', async () => {
  const { event, buyer, ofStranger } = await twoListings({ ask_price_cents: 2501 });
  const asked = await askFor(event, buyer);
  expect(asked).toMatchObject({ status: 201, json: { listing_id: ofStranger.id } });
});

test('while the cheapest listing is for mutuals first, only a mutual of its seller gets its tickets', async () => {
  const first = { ask_price_cents: 2300, mutuals_until: fromNow(30 * MINUTE_MS) };
  const { event, buyer, ofFriend, ofStranger } = await twoListings(first);
  const outsider = await signedInAs('user');
  const other = await askFor(event, outsider);
  expect(other).toMatchObject({ status: 201, json: { listing_id: ofStranger.id } });
  const asked = await askFor(event, buyer);
  expect(asked).toMatchObject({ status: 201, json: { listing_id: ofFriend.id } });
});

test('while a listing is for mutuals first, other buyers are refused and told when they can ask', async () => {
  const opens = fromNow(30 * MINUTE_MS);
  const { event, ofFriend, ofStranger } = await twoListings({ mutuals_until: opens });
  await db.delete(listings).where(eq(listings.id, ofStranger.id));
  const outsider = await signedInAs('user');
  const refused = await askFor(event, outsider);
  expect(refused).toMatchObject({ status: 409, json: { error: { code: 'tickets.mutuals_first' } } });
  expect(refused.json.error.message).toContain(eventDateParts(opens.toISOString()).time);
  for (const gone of [
    { quantity: 0, status: 'sold' },
    { quantity: 1, status: 'withdrawn' },
  ] as const) {
    const { event: without } = await eventWithTickets([{ ...gone, mutuals_until: opens }]);
    expect(refusal(await askFor(without, outsider))).toEqual([409, 'tickets.none_available']);
  }
  expect((await send('/api/groups', outsider, { event_id: event.id, places: 1 })).status).not.toBe(201);
  expect(await requestsFor(event.id)).toEqual([]);
  await changeListing(ofFriend.id, { mutuals_until: new Date() });
  expect(await askFor(event, outsider)).toMatchObject({ status: 201 });
});

test('while the switch `vouches` is off, a listing for mutuals first is open to everybody', async () => {
  const { event, ofStranger, ofFriend } = await twoListings({ mutuals_until: fromNow(30 * MINUTE_MS) });
  await db.delete(listings).where(eq(listings.id, ofStranger.id));
  await launch('vouches', false);
  const outsider = await signedInAs('user');
  expect(await askFor(event, outsider)).toMatchObject({ status: 201, json: { listing_id: ofFriend.id } });
});

test('a seller puts tickets on sale for mutuals first, and the event page says so', async () => {
  const seller = await reseller();
  const { event } = await eventWithTickets([]);
  await launch('sell', true);
  const before = Date.now();
  const ticket = { event_id: event.id, quantity: 1, ask_price: 25, mutuals_first: true };
  const made = await send('/api/listings', seller, ticket);
  expect(made.status).toBe(201);
  const row = await listingOf(made.json.id);
  expect(row.mutuals_until!.getTime()).toBeGreaterThanOrEqual(before + 30 * MINUTE_MS);
  const page = await call<{ listings: { first_until?: string }[] }>('GET', `/api/events/${event.slug}?with=listings`, {
    headers: {},
  });
  expect(page.json.listings).toMatchObject([{ first_until: row.mutuals_until!.toISOString() }]);
});
