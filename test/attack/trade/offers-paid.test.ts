import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { payments, waitlist } from '../../../drizzle/tables/all-tables.ts';
import { USUAL_FEES } from '../../../worker/contract/trade/fees.ts';
import { accounts } from '../../../worker/features/people/accounts/accounts.ts';
import { passOnOffers } from '../../../worker/features/trade/kept-cards/pass-on-offers.cron.ts';
import { requestGroup } from '../../../worker/features/trade/groups/request-group.db.ts';
import { runWrites } from '../../../worker/http/database/batch.ts';
import { tellPeople } from '../../../worker/tell-people.ts';
import { newKey } from '../../support/worker/trade/ask-for-tickets.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import { eventWithTickets, stockOf } from '../../support/worker/trade/event-with-tickets.ts';
import { launch, launchForFile } from '../../support/worker/launch.ts';
import { type Deal, later, MINUTE_MS, newDeal, statusOf } from '../../support/worker/trade/paid-deal.ts';
import { offersOf, waiting } from '../../support/worker/nights/waiting.ts';
import { addEntry, addListing, ban, changeListing, changeListings } from '../../support/worker/trade/deals/rows.ts';
import { askFor, type Person, refusedBy, send } from '../../support/worker/trade/deals/calls.ts';
import { changeEvent } from '../../support/worker/nights/event-row.ts';
import { fromNow } from '../../support/worker/moments.ts';

launchForFile('push');

const take = (id: string, as: Person) => send(`/api/my/offers/${id}/take`, as);

/** The only ticket is offered to the buyer, and the night begins in half an hour. */
async function offeredDeal() {
  const deal = await newDeal({ event: { start_at: fromNow(30 * MINUTE_MS) } });
  await changeListing(deal.listing.id, { status: 'withdrawn' });
  const person = await waiting(deal.event.id);
  const listing = await addListing({ event_id: deal.event.id, seller_id: deal.seller.user.id });
  await passOnOffers(env, new Date());
  const [offer] = await offersOf(deal.event.id);
  const paid: Deal = { ...deal, listing, buyer: person, id: offer!.id };
  return { deal: paid, person, listing, offer: offer! };
}

test('taking an offer several times, even at the same time, creates one ticket request with one payment', async () => {
  const { offer, person, listing } = await offeredDeal();
  const atOnce = await Promise.all([1, 2, 3].map(async () => take(offer.id, person)));
  const again = await take(offer.id, person);
  expect([...atOnce, again].map(({ status, json }) => [status, json.id])).toEqual(
    Array.from({ length: 4 }, () => [201, offer.id]),
  );
  expect(await db.$count(payments, eq(payments.request_id, offer.id))).toBe(1);
  expect(await stockOf(listing)).toEqual({ quantity: 0, held: 1, status: 'reserved' });
});

test('if a taken offer is not paid, its ticket is offered to the next person', async () => {
  const { deal, offer, person, listing } = await offeredDeal();
  const next = await waiting(deal.event.id);
  expect((await take(offer.id, person)).status).toBe(201);
  await later(deal, 16 * MINUTE_MS);
  expect((await statusOf(deal)).request).toBe('expired');
  expect((await offersOf(deal.event.id)).map(({ entry_id, status }) => [entry_id, status])).toEqual([
    [person.entry.id, 'taken'],
    [next.entry.id, 'open'],
  ]);
  expect(await stockOf(listing)).toEqual({ quantity: 0, held: 1, status: 'reserved' });
});

/** Two of six tickets are offered to a person on the waitlist, and one is requested by somebody else. */
async function halfOffered() {
  await launch('payments', false);
  const { event, listed, seller } = await eventWithTickets([{ quantity: 6 }], { start_at: fromNow(30 * MINUTE_MS) });
  const outsider = await signedInAs('user');
  expect((await askFor(event, outsider)).status).toBe(201);
  const person = await waiting(event.id, { places: 2 });
  await changeListings(event.id, { waitlist_first: true });
  await passOnOffers(env, new Date());
  expect(await offersOf(event.id)).toMatchObject([{ status: 'open', quantity: 2 }]);
  return { event, listing: listed[0]!, seller, person, outsider };
}

const remove = (id: string) => runWrites(db, [accounts.removeAccount(db, { id, keep: undefined, now: new Date() })]);

test('the database refuses to delete a waitlist entry with an offer, so no ticket is lost', async () => {
  const { person, listing } = await halfOffered();
  await expect(db.delete(waitlist).where(eq(waitlist.id, person.entry.id))).rejects.toMatchObject(
    refusedBy('FOREIGN KEY'),
  );
  expect(await stockOf(listing)).toMatchObject({ held: 3 });
});

const ON_SALE = { quantity: 5, held: 1, status: 'active' };
const WITHDRAWN = { quantity: 6, held: 0, status: 'withdrawn' };

test.each<[string, (listed: Awaited<ReturnType<typeof halfOffered>>) => Promise<unknown>, object]>([
  ['the account that got the offer is deleted', ({ person }) => remove(person.user.id), ON_SALE],
  ['the account of the seller is deleted', ({ seller }) => remove(seller.id), WITHDRAWN],
  [
    'the time of the offer ends while the launch switch "push" is off',
    async () => {
      await launch('push', false);
      await passOnOffers(env, fromNow(11 * MINUTE_MS));
      await launch('push', true);
    },
    ON_SALE,
  ],
  [
    'the event is cancelled',
    async ({ event }) => {
      await changeEvent(event.id, { cancelled_at: new Date(), updated_at: new Date() });
      await tellPeople(env, fromNow(60 * MINUTE_MS));
    },
    WITHDRAWN,
  ],
])('an offer ends and no ticket is lost when %s', async (_, end, stock) => {
  const listed = await halfOffered();
  await end(listed);
  expect((await offersOf(listed.event.id)).filter(({ status }) => status === 'open')).toEqual([]);
  expect(await stockOf(listed.listing)).toEqual(stock);
});

test('a group request by somebody outside the waitlist gets no tickets that are kept for the waitlist', async () => {
  const { event, listing } = await halfOffered();
  await changeListing(listing.id, { waitlist_first: true });
  const { user } = await signedInAs('user');
  const input = { buyer_id: user.id, event_id: event.id, places: 3, key: newKey() };
  const { granted } = await requestGroup(db, { input, fees: USUAL_FEES, now: new Date() });
  expect(granted).toMatchObject({ code: 'tickets.none_available' });
});

test('banning an account ends an offer to its address, even if the waitlist entry names no account', async () => {
  const deal = await newDeal({ event: { start_at: fromNow(30 * MINUTE_MS) } });
  const person = await signedInAs('user');
  const address = { email: person.user.email!, email_key: person.user.email!.toLowerCase() };
  await addEntry({ event_id: deal.event.id, ...address });
  await changeListing(deal.listing.id, { waitlist_first: true });
  await passOnOffers(env, new Date());
  expect(await offersOf(deal.event.id)).toMatchObject([{ status: 'open' }]);
  await ban(person.user.id);
  expect(await offersOf(deal.event.id)).toMatchObject([{ status: 'ended' }]);
  expect(await stockOf(deal.listing)).toEqual({ quantity: 6, held: 0, status: 'active' });
});
