import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { listingRow, waitlistRow } from '../../../drizzle/seed/rows.ts';
import { listings, outbox, ticketRequests, waitlist, waitlistOffers } from '../../../drizzle/tables/all-tables.ts';
import { accounts } from '../../../worker/features/people/accounts/accounts.ts';
import { passOnOffers } from '../../../worker/features/trade/kept-cards/pass-on-offers.cron.ts';
import { runWrites } from '../../../worker/http/database/batch.ts';
import { askForTickets, newKey, post } from '../../support/worker/trade/ask-for-tickets.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import { eventWithTickets, stockOf } from '../../support/worker/trade/event-with-tickets.ts';
import { launchForFile } from '../../support/worker/launch.ts';
import { offersOf, waiting } from '../../support/worker/nights/waiting.ts';

const HALF_AN_HOUR = 1_800_000;

launchForFile('push');

type Headers = Record<string, string>;

const take = (id: string, headers: Headers, key = newKey()) =>
  post(`/api/my/offers/${id}/take`, { headers: { ...headers, 'Idempotency-Key': key }, body: {} });

/** An offer of one ticket. The night begins in half an hour, so the offer can be made at any time of day. */
async function anOffer() {
  const { event, seller } = await eventWithTickets([], { start_at: new Date(Date.now() + HALF_AN_HOUR) });
  const person = await waiting(event.id);
  const listing = listingRow({ event_id: event.id, seller_id: seller.id });
  await db.insert(listings).values(listing);
  await passOnOffers(env, new Date());
  const [offer] = await offersOf(event.id);
  return { event, seller, person, listing, offer: offer! };
}

test('only the person who got an offer can see, take or decline it, and answers to others do not reveal that it exists', async () => {
  const { offer, listing } = await anOffer();
  const stranger = await signedInAs('user');
  const unknown = await take(crypto.randomUUID(), stranger.headers);
  for (const answer of [
    await take(offer.id, stranger.headers),
    await post(`/api/my/offers/${offer.id}/pass`, { headers: stranger.headers }),
  ]) {
    expect([answer.status, answer.json.error.code, answer.json.error.message]).toEqual([
      404,
      'tickets.offer_not_found',
      unknown.json.error.message,
    ]);
  }
  const seen = await post(`/api/my/offers/${offer.id}`, { headers: stranger.headers, method: 'GET' });
  expect(seen.status).toBe(404);
  expect((await take(offer.id, {})).status).toBe(401);
  expect(await stockOf(listing)).toEqual({ quantity: 0, held: 1, status: 'reserved' });
});

test('taking an offer ten times at once makes one request, and ten more tries return the same one', async () => {
  const { offer, person, listing, seller } = await anOffer();
  const key = newKey();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) => take(offer.id, person.headers, at % 2 ? key : newKey())),
  );
  expect(new Set(answers.map(({ status, json }) => `${status} ${json.id}`))).toEqual(new Set([`201 ${offer.id}`]));
  expect(await db.select().from(ticketRequests).where(eq(ticketRequests.listing_id, listing.id))).toHaveLength(1);
  expect(await stockOf(listing)).toEqual({ quantity: 0, held: 1, status: 'reserved' });
  expect(seller.id).not.toBe(person.user.id);
  const passed = await post(`/api/my/offers/${offer.id}/pass`, { headers: person.headers });
  expect([passed.status, passed.json.error.code]).toEqual([409, 'tickets.offer_ended']);
});

test('an offer cannot be taken after its time, even before anything has ended it', async () => {
  const { offer, person } = await anOffer();
  await db
    .update(waitlistOffers)
    .set({ expires_at: new Date(Date.now() - 1) })
    .where(eq(waitlistOffers.id, offer.id));
  const late = await take(offer.id, person.headers);
  expect([late.status, late.json.error.code]).toEqual([409, 'tickets.offer_ended']);
  expect(await offersOf(offer.event_id)).toMatchObject([{ status: 'lapsed' }]);
});

test('twenty outsiders who ask at the same time get neither offered nor returned tickets', async () => {
  const { event, offer, person, listing } = await anOffer();
  const next = await waiting(event.id);
  const outsiders = await Promise.all(Array.from({ length: 20 }, () => signedInAs('user')));
  const ask = () =>
    Promise.all(outsiders.map(({ headers }) => askForTickets(headers, { event_id: event.id, quantity: 1 })));
  const [first] = await Promise.all([ask(), post(`/api/my/offers/${offer.id}/pass`, { headers: person.headers })]);
  const codes = [...first, ...(await ask())].map(({ json }) => json.error.code);
  expect(new Set(codes)).toEqual(new Set(['tickets.none_available']));
  await passOnOffers(env, new Date());
  expect(await offersOf(event.id)).toMatchObject([{ status: 'passed' }, { status: 'open', entry_id: next.entry.id }]);
  expect(await stockOf(listing)).toEqual({ quantity: 0, held: 1, status: 'reserved' });
});

test('sellers are not offered their own tickets, even under a second waitlist entry, and cannot take them', async () => {
  const { event } = await eventWithTickets([], { start_at: new Date(Date.now() + HALF_AN_HOUR) });
  const seller = await waiting(event.id);
  await db.insert(waitlist).values(waitlistRow({ event_id: event.id, applicant_id: seller.user.id }));
  const listing = listingRow({ event_id: event.id, seller_id: seller.user.id });
  await db.insert(listings).values(listing);
  await passOnOffers(env, new Date());
  expect(await offersOf(event.id)).toEqual([]);
  const made = { entry_id: seller.entry.id, listing_id: listing.id, event_id: event.id, quantity: 1 };
  const [forced] = await db
    .insert(waitlistOffers)
    .values({ ...made, expires_at: new Date(Date.now() + HALF_AN_HOUR) })
    .returning();
  expect((await take(forced!.id, seller.headers)).json.error.code).toBe('tickets.offer_ended');
});

test('a banned person is offered nothing, and a ban ends the offers that the person has', async () => {
  const { event, person, listing, offer } = await anOffer();
  const until = new Date(Date.now() + 86_400_000);
  await runWrites(db, [accounts.banAccount(db, { id: person.user.id, until, now: new Date() })]);
  expect(await offersOf(event.id)).toMatchObject([{ id: offer.id, status: 'ended' }]);
  expect(await stockOf(listing)).toEqual({ quantity: 1, held: 0, status: 'active' });
  await db.insert(listings).values(listingRow({ event_id: event.id, seller_id: listing.seller_id }));
  await passOnOffers(env, new Date());
  expect(await offersOf(event.id)).toHaveLength(1);
});

test('a person with a pending request is refused with the reason, and the offer stays open', async () => {
  const { event, offer, person, seller } = await anOffer();
  const other = listingRow({ event_id: event.id, seller_id: seller.id });
  await db.insert(listings).values(other);
  await db.update(listings).set({ waitlist_first: false }).where(eq(listings.id, other.id));
  expect((await askForTickets(person.headers, { event_id: event.id, quantity: 1 })).status).toBe(201);
  expect((await take(offer.id, person.headers)).json.error.code).toBe('tickets.request_pending');
  expect(await offersOf(event.id)).toMatchObject([{ status: 'open' }]);
});

test('simultaneous runs offer each ticket once and write one mail', async () => {
  const { event, seller } = await eventWithTickets([], { start_at: new Date(Date.now() + HALF_AN_HOUR) });
  const people = [await waiting(event.id), await waiting(event.id)];
  await db.insert(listings).values(listingRow({ event_id: event.id, seller_id: seller.id }));
  await Promise.all(Array.from({ length: 4 }, () => passOnOffers(env, new Date())));
  expect(await offersOf(event.id)).toMatchObject([{ status: 'open' }]);
  const mails = await Promise.all(people.map(({ entry }) => db.$count(outbox, eq(outbox.recipient, entry.email))));
  expect(mails.toSorted((a, b) => a - b)).toEqual([0, 1]);
});

/** Matches the error of a write that the database refused with these words. */
const refused = (words: string) => ({ cause: { message: expect.stringContaining(words) as string } });

test('the database refuses an offer of fewer tickets than asked for or of more than are left, and reopens no ended offer', async () => {
  const { event, listed } = await eventWithTickets([{ quantity: 1 }]);
  const { entry } = await waiting(event.id, { places: 2 });
  const row = { entry_id: entry.id, listing_id: listed[0]!.id, event_id: event.id, expires_at: new Date() };
  await expect(db.insert(waitlistOffers).values({ ...row, quantity: 1 })).rejects.toMatchObject(
    refused('waitlist_offer_is_on_sale'),
  );
  await expect(db.insert(waitlistOffers).values({ ...row, quantity: 2 })).rejects.toMatchObject(refused('CHECK'));
  await db.update(listings).set({ quantity: 2 }).where(eq(listings.id, listed[0]!.id));
  const [made] = await db
    .insert(waitlistOffers)
    .values({ ...row, quantity: 2 })
    .returning();
  expect(await stockOf(listed[0]!)).toEqual({ quantity: 0, held: 2, status: 'reserved' });
  await db
    .update(waitlistOffers)
    .set({ status: 'passed', ended_at: new Date() })
    .where(eq(waitlistOffers.id, made!.id));
  const again = db
    .update(waitlistOffers)
    .set({ status: 'open', ended_at: null })
    .where(eq(waitlistOffers.id, made!.id));
  await expect(again).rejects.toMatchObject(refused('waitlist_offer_end_is_final'));
});
