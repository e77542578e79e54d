import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authUsers, outbox, ticketRequests, waitlistOffers } from '../../../drizzle/tables/all-tables.ts';
import { passOnOffers } from '../../../worker/features/trade/kept-cards/pass-on-offers.cron.ts';
import { newKey, post } from '../../support/worker/trade/ask-for-tickets.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import { eventWithTickets, stockOf } from '../../support/worker/trade/event-with-tickets.ts';
import { launchForFile } from '../../support/worker/launch.ts';
import { offersOf, waiting } from '../../support/worker/nights/waiting.ts';
import { addEntry, addListing, ban, changeListing } from '../../support/worker/trade/deals/rows.ts';
import { askFor, type Person, refusal, refusedBy, send } from '../../support/worker/trade/deals/calls.ts';
import { fromNow } from '../../support/worker/moments.ts';

const HALF_AN_HOUR = 1_800_000;

launchForFile('push');

const changeOffer = (id: string, change: Partial<typeof waitlistOffers.$inferSelect>) =>
  db.update(waitlistOffers).set(change).where(eq(waitlistOffers.id, id));

const take = (id: string, as: Person, key?: string) => send(`/api/my/offers/${id}/take`, as, {}, key);
const pass = (id: string, { headers }: Person) => post(`/api/my/offers/${id}/pass`, { headers });

/** At night, offers are made only for events that begin within an hour. This event begins in half an hour. */
async function anOffer() {
  const { event, seller } = await eventWithTickets([], { start_at: fromNow(HALF_AN_HOUR) });
  const person = await waiting(event.id);
  const listing = await addListing({ event_id: event.id, seller_id: seller.id });
  await passOnOffers(env, new Date());
  const [offer] = await offersOf(event.id);
  return { event, seller, person, listing, offer: offer! };
}

test('a stranger who tries to see, take or decline an offer is told that there is no such offer', async () => {
  const { offer, listing } = await anOffer();
  const stranger = await signedInAs('user');
  const unknown = await take(crypto.randomUUID(), stranger);
  for (const answer of [await take(offer.id, stranger), await pass(offer.id, stranger)]) {
    expect([answer.status, answer.json.error.code, answer.json.error.message]).toEqual([
      404,
      'tickets.offer_not_found',
      unknown.json.error.message,
    ]);
  }
  const seen = await post(`/api/my/offers/${offer.id}`, { headers: stranger.headers, method: 'GET' });
  expect(seen.status).toBe(404);
  expect((await take(offer.id, { headers: {} })).status).toBe(401);
  expect(await stockOf(listing)).toEqual({ quantity: 0, held: 1, status: 'reserved' });
});

test('the next owner of an email address can neither see, take nor decline an offer to the previous owner', async () => {
  const { event, offer, person, listing } = await anOffer();
  const next = await signedInAs('user');
  const { email } = person.entry;
  await db
    .update(authUsers)
    .set({ email: `moved-${email}` })
    .where(eq(authUsers.id, person.user.id));
  await db.update(authUsers).set({ email }).where(eq(authUsers.id, next.user.id));
  const seen = await post(`/api/my/offers/${offer.id}`, { headers: next.headers, method: 'GET' });
  const answers = [seen, await take(offer.id, next), await pass(offer.id, next)];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  const place = await post(`/api/my/events/${event.id}/place`, { headers: next.headers, method: 'GET' });
  expect(JSON.stringify(place.json)).not.toContain(offer.id);
  expect(await stockOf(listing)).toEqual({ quantity: 0, held: 1, status: 'reserved' });
  expect((await take(offer.id, person)).status).toBe(201);
});

test('taking an offer ten times in parallel makes one ticket request, and every answer returns that ticket request', async () => {
  const { offer, person, listing, seller } = await anOffer();
  const key = newKey();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) => take(offer.id, person, at % 2 ? key : newKey())),
  );
  expect(new Set(answers.map(({ status, json }) => `${status} ${json.id}`))).toEqual(new Set([`201 ${offer.id}`]));
  expect(await db.select().from(ticketRequests).where(eq(ticketRequests.listing_id, listing.id))).toHaveLength(1);
  expect(await stockOf(listing)).toEqual({ quantity: 0, held: 1, status: 'reserved' });
  expect(seller.id).not.toBe(person.user.id);
  expect(refusal(await pass(offer.id, person))).toEqual([409, 'tickets.offer_ended']);
});

test('an offer cannot be taken after its time is up, even if its status is still open', async () => {
  const { offer, person } = await anOffer();
  await changeOffer(offer.id, { expires_at: fromNow(-1) });
  expect(refusal(await take(offer.id, person))).toEqual([409, 'tickets.offer_ended']);
  expect(await offersOf(offer.event_id)).toMatchObject([{ status: 'lapsed' }]);
});

test('outsiders cannot get an offered ticket even when it is declined, because the next person waiting gets it', async () => {
  const { event, offer, person, listing } = await anOffer();
  const next = await waiting(event.id);
  const outsiders = await Promise.all(Array.from({ length: 20 }, () => signedInAs('user')));
  const ask = () => Promise.all(outsiders.map(({ headers }) => askFor(event, { headers })));
  const [first] = await Promise.all([ask(), pass(offer.id, person)]);
  const codes = [...first, ...(await ask())].map(({ json }) => json.error.code);
  expect(new Set(codes)).toEqual(new Set(['tickets.none_available']));
  await passOnOffers(env, new Date());
  expect(await offersOf(event.id)).toMatchObject([{ status: 'passed' }, { status: 'open', entry_id: next.entry.id }]);
  expect(await stockOf(listing)).toEqual({ quantity: 0, held: 1, status: 'reserved' });
});

test('sellers are not offered their own tickets, even under a second waitlist entry, and cannot take them', async () => {
  const { event } = await eventWithTickets([], { start_at: fromNow(HALF_AN_HOUR) });
  const seller = await waiting(event.id);
  await addEntry({ event_id: event.id, applicant_id: seller.user.id });
  const listing = await addListing({ event_id: event.id, seller_id: seller.user.id });
  await passOnOffers(env, new Date());
  expect(await offersOf(event.id)).toEqual([]);
  const about = { entry_id: seller.entry.id, listing_id: listing.id, event_id: event.id };
  const row = { ...about, quantity: 1, expires_at: fromNow(HALF_AN_HOUR) };
  const [forced] = await db.insert(waitlistOffers).values(row).returning();
  expect((await take(forced!.id, seller)).json.error.code).toBe('tickets.offer_ended');
});

test('a banned person is offered nothing, and a ban ends the offers that the person has', async () => {
  const { event, person, listing, offer } = await anOffer();
  await ban(person.user.id);
  expect(await offersOf(event.id)).toMatchObject([{ id: offer.id, status: 'ended' }]);
  expect(await stockOf(listing)).toEqual({ quantity: 1, held: 0, status: 'active' });
  await addListing({ event_id: event.id, seller_id: listing.seller_id });
  await passOnOffers(env, new Date());
  expect(await offersOf(event.id)).toHaveLength(1);
});

test('a person with a pending ticket request cannot take an offer, and the offer stays open', async () => {
  const { event, offer, person, seller } = await anOffer();
  const other = await addListing({ event_id: event.id, seller_id: seller.id });
  await changeListing(other.id, { waitlist_first: false });
  expect((await askFor(event, person)).status).toBe(201);
  expect((await take(offer.id, person)).json.error.code).toBe('tickets.request_pending');
  expect(await offersOf(event.id)).toMatchObject([{ status: 'open' }]);
});

test('simultaneous runs of the cron job offer a ticket to one person and write one mail', async () => {
  const { event, seller } = await eventWithTickets([], { start_at: fromNow(HALF_AN_HOUR) });
  const people = [await waiting(event.id), await waiting(event.id)];
  await addListing({ event_id: event.id, seller_id: seller.id });
  await Promise.all(Array.from({ length: 4 }, () => passOnOffers(env, new Date())));
  expect(await offersOf(event.id)).toMatchObject([{ status: 'open' }]);
  const mails = await Promise.all(people.map(({ entry }) => db.$count(outbox, eq(outbox.recipient, entry.email))));
  expect(mails.toSorted((a, b) => a - b)).toEqual([0, 1]);
});

test('the database refuses an offer of too few or too many tickets, and refuses to reopen an ended offer', async () => {
  const { event, listed } = await eventWithTickets([{ quantity: 1 }]);
  const { entry } = await waiting(event.id, { places: 2 });
  const row = { entry_id: entry.id, listing_id: listed[0]!.id, event_id: event.id, expires_at: new Date() };
  const add = (quantity: number) =>
    db
      .insert(waitlistOffers)
      .values({ ...row, quantity })
      .returning();
  await expect(add(1)).rejects.toMatchObject(refusedBy('waitlist_offer_is_on_sale'));
  await expect(add(2)).rejects.toMatchObject(refusedBy('CHECK'));
  await changeListing(listed[0]!.id, { quantity: 2 });
  const [made] = await add(2);
  expect(await stockOf(listed[0]!)).toEqual({ quantity: 0, held: 2, status: 'reserved' });
  await changeOffer(made!.id, { status: 'passed', ended_at: new Date() });
  const again = changeOffer(made!.id, { status: 'open', ended_at: null });
  await expect(again).rejects.toMatchObject(refusedBy('waitlist_offer_end_is_final'));
});
