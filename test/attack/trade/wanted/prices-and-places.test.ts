import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { waitlist } from '../../../../drizzle/tables/all-tables.ts';
import { lapseOffers } from '../../../../worker/features/trade/offers/lapse-offers.db.ts';
import { passOnOffers } from '../../../../worker/features/trade/kept-cards/pass-on-offers.cron.ts';
import { db } from '../../../support/worker/db.ts';
import { launchForFile } from '../../../support/worker/launch.ts';
import { offeredTo, offersOf, waiting } from '../../../support/worker/nights/waiting.ts';
import { reseller } from '../../../support/worker/people/reseller.ts';
import { post } from '../../../support/worker/trade/ask-for-tickets.ts';
import { eventWithTickets } from '../../../support/worker/trade/event-with-tickets.ts';
import { addEntry, addListing, listingOf } from '../../../support/worker/trade/deals/rows.ts';
import { fromNow } from '../../../support/worker/moments.ts';
import { look } from '../../../support/worker/trade/kept-card.ts';

const MINUTE = 60_000;
launchForFile('payments', 'handover', 'push', 'squads', 'sell');

const status = async (id: string) => (await post(`/api/wanted/${id}`, { headers: {}, method: 'GET' })).status;
const anEvent = async () => (await eventWithTickets([], { start_at: fromNow(30 * MINUTE) })).event;

test('while tickets are offered to the waitlist, the seller can lower their price but not raise it', async () => {
  const event = await anEvent();
  await waiting(event.id, { places: 2 });
  const seller = await reseller();
  const listing = await addListing({
    event_id: event.id,
    seller_id: seller.user.id,
    quantity: 4,
    ask_price_cents: 2500,
  });
  await passOnOffers(env, new Date());
  const [offer] = await offersOf(event.id);
  expect(offer).toMatchObject({ quantity: 2, status: 'open' });
  const price = (ask_price: number) =>
    post(`/api/listings/${listing.id}`, { headers: seller.headers, method: 'PATCH', body: { ask_price } });
  expect((await price(37)).json.error.code).toBe('tickets.price_offered');
  expect((await listingOf(listing.id)).ask_price_cents).toBe(2500);
  expect((await price(25)).status).toBe(200);
  expect((await price(24)).status).toBe(200);
  await lapseOffers(db, { now: offer!.expires_at });
  expect((await price(37)).status).toBe(200);
});

test('only the link to a person’s newest ticket search for an event works, even with two waitlist entries', async () => {
  const event = await anEvent();
  const person = await waiting(event.id, { places: 1 });
  const want = () => look(person, event.id, { places: 1 });
  const first = await want();
  await db.update(waitlist).set({ status: 'accepted' }).where(eq(waitlist.id, person.entry.id));
  const email = 'second-address@vouch.test';
  const other = { applicant_id: person.user.id, email, email_key: email };
  await addEntry({ event_id: event.id, ...other });
  const second = await want();
  expect(second).not.toBe(first);
  await db.update(waitlist).set({ status: 'pending' }).where(eq(waitlist.id, person.entry.id));
  expect([await status(first), await status(second)]).toEqual([404, 200]);
});

test('a person with an open offer gets no second offer for another waitlist entry', async () => {
  const event = await anEvent();
  const person = await waiting(event.id, {
    places: 1,
    created_at: fromNow(-MINUTE),
    confirmed_at: fromNow(-9 * MINUTE),
  });
  const email = 'older-address@vouch.test';
  const older = { applicant_id: person.user.id, email, email_key: email, created_at: fromNow(-90 * MINUTE) };
  const twin = await addEntry({ event_id: event.id, ...older, confirmed_at: fromNow(-MINUTE) });
  const { user } = await reseller();
  const changes = [
    async () => undefined,
    () => look(person, event.id, { places: 1 }),
    () => db.update(waitlist).set({ status: 'accepted' }).where(eq(waitlist.id, person.entry.id)),
  ];
  for (const change of changes) {
    await change();
    await addListing({ event_id: event.id, seller_id: user.id, quantity: 1 });
    await passOnOffers(env, new Date());
    expect(await offeredTo(event.id, [person, { entry: twin }])).toEqual(['open', null]);
  }
});

test.each([
  ['while signed in', {}],
  ['while signed out, with the address of the account', { applicant_id: null }],
])('a person with two waitlist entries holds one offer at a time (first entry made %s)', async (_how, first) => {
  const event = await anEvent();
  const person = await waiting(event.id, { places: 1, created_at: fromNow(-60 * MINUTE), ...first });
  const email = 'another-address@vouch.test';
  const twin = await addEntry({ event_id: event.id, applicant_id: person.user.id, email, email_key: email });
  const next = await waiting(event.id, { places: 1 });
  const { user } = await reseller();
  await addListing({ event_id: event.id, seller_id: user.id, quantity: 2 });
  await passOnOffers(env, new Date());
  expect(await offeredTo(event.id, [person, { entry: twin }, next])).toEqual(['open', null, 'open']);
  await addListing({ event_id: event.id, seller_id: user.id, quantity: 2 });
  await passOnOffers(env, new Date());
  expect(await offersOf(event.id)).toHaveLength(2);
});
