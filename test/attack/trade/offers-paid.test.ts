import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listingRow, waitlistRow } from '../../../drizzle/seed/rows.ts';
import { events, listings, payments, waitlist } from '../../../drizzle/tables/all-tables.ts';
import { USUAL_FEES } from '../../../worker/contract/trade/fees.ts';
import { accounts } from '../../../worker/features/people/accounts/accounts.ts';
import { passOnOffers } from '../../../worker/features/trade/kept-cards/pass-on-offers.cron.ts';
import { requestGroup } from '../../../worker/features/trade/groups/request-group.db.ts';
import { runWrites } from '../../../worker/http/database/batch.ts';
import { tellPeople } from '../../../worker/tell-people.ts';
import { askForTickets, newKey, post } from '../../support/worker/trade/ask-for-tickets.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import { eventWithTickets, stockOf } from '../../support/worker/trade/event-with-tickets.ts';
import { launch } from '../../support/worker/launch.ts';
import { type Deal, later, MINUTE_MS, newDeal, statusOf } from '../../support/worker/trade/paid-deal.ts';
import { offersOf, waiting } from '../../support/worker/nights/waiting.ts';

beforeAll(() => launch('push', true));
afterAll(() => Promise.all([launch('push', false), launch('payments', false)]));

const take = (id: string, headers: Record<string, string>) =>
  post(`/api/my/offers/${id}/take`, { headers: { ...headers, 'Idempotency-Key': newKey() }, body: {} });

/**
 * A deal with the switch `payments` on. Its only ticket is offered to the buyer, and the night begins in half an hour.
 */
async function offeredDeal() {
  const deal = await newDeal({ event: { start_at: new Date(Date.now() + 30 * MINUTE_MS) } });
  await db.update(listings).set({ status: 'withdrawn' }).where(eq(listings.id, deal.listing.id));
  const person = await waiting(deal.event.id);
  const listing = listingRow({ event_id: deal.event.id, seller_id: deal.seller.user.id });
  await db.insert(listings).values(listing);
  await passOnOffers(env, new Date());
  const [offer] = await offersOf(deal.event.id);
  const paid: Deal = { ...deal, listing, buyer: person, id: offer!.id };
  return { deal: paid, person, listing, offer: offer! };
}

test('taking an offer several times, even at once, makes one request with one payment, and every answer returns that request', async () => {
  const { offer, person, listing } = await offeredDeal();
  const atOnce = await Promise.all([1, 2, 3].map(async () => take(offer.id, person.headers)));
  const again = await take(offer.id, person.headers);
  expect([...atOnce, again].map(({ status, json }) => [status, json.id])).toEqual(
    Array.from({ length: 4 }, () => [201, offer.id]),
  );
  expect(await db.$count(payments, eq(payments.request_id, offer.id))).toBe(1);
  expect(await stockOf(listing)).toEqual({ quantity: 0, held: 1, status: 'reserved' });
});

test('if a taken offer is not paid, its ticket is offered to the next person', async () => {
  const { deal, offer, person, listing } = await offeredDeal();
  const next = await waiting(deal.event.id);
  expect((await take(offer.id, person.headers)).status).toBe(201);
  await later(deal, 16 * MINUTE_MS);
  expect((await statusOf(deal)).request).toBe('expired');
  expect((await offersOf(deal.event.id)).map(({ entry_id, status }) => [entry_id, status])).toEqual([
    [person.entry.id, 'taken'],
    [next.entry.id, 'open'],
  ]);
  expect(await stockOf(listing)).toEqual({ quantity: 0, held: 1, status: 'reserved' });
});

/** A listing of six tickets. Two are offered to a person on the waitlist, and one is requested by somebody else. */
async function halfOffered() {
  await launch('payments', false);
  const { event, listed, seller } = await eventWithTickets([{ quantity: 6 }], {
    start_at: new Date(Date.now() + 30 * MINUTE_MS),
  });
  const outsider = await signedInAs('user');
  expect((await askForTickets(outsider.headers, { event_id: event.id, quantity: 1 })).status).toBe(201);
  const person = await waiting(event.id, { places: 2 });
  await db.update(listings).set({ waitlist_first: true }).where(eq(listings.event_id, event.id));
  await passOnOffers(env, new Date());
  expect(await offersOf(event.id)).toMatchObject([{ status: 'open', quantity: 2 }]);
  return { event, listing: listed[0]!, seller, person, outsider };
}

type Offered = Awaited<ReturnType<typeof halfOffered>>;

const remove = (id: string) => runWrites(db, [accounts.removeAccount(db, { id, keep: undefined, now: new Date() })]);

test('the database refuses to delete a waitlist entry with an offer, so no ticket is lost', async () => {
  const { person, listing } = await halfOffered();
  await expect(db.delete(waitlist).where(eq(waitlist.id, person.entry.id))).rejects.toMatchObject({
    cause: { message: expect.stringContaining('FOREIGN KEY') as string },
  });
  expect(await stockOf(listing)).toMatchObject({ held: 3 });
});

test.each<[string, (listed: Offered) => Promise<unknown>, object]>([
  [
    'the account of the person is deleted',
    ({ person }) => remove(person.user.id),
    { quantity: 5, held: 1, status: 'active' },
  ],
  [
    'the account of the seller is deleted',
    ({ seller }) => remove(seller.id),
    { quantity: 6, held: 0, status: 'withdrawn' },
  ],
  [
    'the switch is moved and the time is up',
    async () => {
      await launch('push', false);
      await passOnOffers(env, new Date(Date.now() + 11 * MINUTE_MS));
      await launch('push', true);
    },
    { quantity: 5, held: 1, status: 'active' },
  ],
  [
    'the night is cancelled',
    async ({ event }) => {
      await db.update(events).set({ cancelled_at: new Date(), updated_at: new Date() }).where(eq(events.id, event.id));
      await tellPeople(env, new Date(Date.now() + 60 * MINUTE_MS));
    },
    { quantity: 6, held: 0, status: 'withdrawn' },
  ],
])('offers end and every ticket is accounted for when %s', async (_, end, stock) => {
  const listed = await halfOffered();
  await end(listed);
  expect((await offersOf(listed.event.id)).filter(({ status }) => status === 'open')).toEqual([]);
  expect(await stockOf(listed.listing)).toEqual(stock);
});

test('a group request by somebody outside the waitlist cannot get tickets that are kept for it', async () => {
  const { event, listing } = await halfOffered();
  await db.update(listings).set({ waitlist_first: true }).where(eq(listings.id, listing.id));
  const { user } = await signedInAs('user');
  const input = { buyer_id: user.id, event_id: event.id, places: 3, key: newKey() };
  const { granted } = await requestGroup(db, { input, fees: USUAL_FEES, now: new Date() });
  expect(granted).toMatchObject({ code: 'tickets.none_available' });
});

test('banning an account ends an offer to its address, even if somebody else entered the address on the waitlist', async () => {
  const deal = await newDeal({ event: { start_at: new Date(Date.now() + 30 * MINUTE_MS) } });
  const person = await signedInAs('user');
  const address = { email: person.user.email!, email_key: person.user.email!.toLowerCase() };
  await db.insert(waitlist).values(waitlistRow({ event_id: deal.event.id, ...address }));
  await db.update(listings).set({ waitlist_first: true }).where(eq(listings.id, deal.listing.id));
  await passOnOffers(env, new Date());
  expect(await offersOf(deal.event.id)).toMatchObject([{ status: 'open' }]);
  const until = new Date(Date.now() + 24 * 60 * MINUTE_MS);
  await runWrites(db, [accounts.banAccount(db, { id: person.user.id, until, now: new Date() })]);
  expect(await offersOf(deal.event.id)).toMatchObject([{ status: 'ended' }]);
  expect(await stockOf(deal.listing)).toEqual({ quantity: 6, held: 0, status: 'active' });
});
