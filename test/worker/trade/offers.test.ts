import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { listingRow } from '../../../drizzle/seed/rows.ts';
import { eventCards, listings } from '../../../drizzle/tables/all-tables.ts';
import { expireAll } from '../../../worker/features/trade/requests/expire-requests.db.ts';
import { cancelRequest } from '../../../worker/features/trade/requests/move-request.db.ts';
import { passOnOffers } from '../../../worker/features/trade/kept-cards/pass-on-offers.cron.ts';
import { requestTickets } from '../../../worker/features/trade/requests/request-tickets.db.ts';
import { withdrawListing } from '../../../worker/features/trade/listings/withdraw-listing.db.ts';
import { newKey, post } from '../../support/worker/trade/ask-for-tickets.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import { eventWithTickets, newBuyer, stockOf } from '../../support/worker/trade/event-with-tickets.ts';
import { launch, launchForFile } from '../../support/worker/launch.ts';
import { mailsTo } from '../../support/worker/talk/mailbox.ts';
import { reseller } from '../../support/worker/people/reseller.ts';
import { offeredTo, offersOf, waiting } from '../../support/worker/nights/waiting.ts';
import {
  addEntry,
  addListing,
  changeListing,
  changeListings,
  listingOf,
  requestOf,
} from '../../support/worker/trade/deals/rows.ts';
import { askFor, listFor, type Person, send } from '../../support/worker/trade/deals/calls.ts';
import { eventOf } from '../../support/worker/nights/event-row.ts';
import { fromNow } from '../../support/worker/moments.ts';
import { noticesOf } from '../../support/worker/talk/notices.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

launchForFile('push', 'sell');

/** A night that begins in half an hour. Its offers are made at any time of day and last ten minutes. */
const soon = () => ({ start_at: fromNow(HOUR / 2) });

/** 6 PM in New York, four days before a night at 10 PM. */
const EVENING = new Date('2030-01-08T18:00:00-05:00');
const later = { start_at: new Date('2030-01-12T22:00:00-05:00') };

const take = (id: string, as: Person) => send(`/api/my/offers/${id}/take`, as);

test('tickets that go on sale are first offered to the next person on the waitlist', async () => {
  const { event } = await eventWithTickets([], soon());
  const next = await waiting(event.id);
  const seller = await reseller();

  const { json: listed } = await listFor(event, seller);
  const listing = await listingOf(listed.id);
  expect(listing).toMatchObject({ status: 'active', quantity: 1, waitlist_first: true });
  const [card] = await db.select().from(eventCards).where(eq(eventCards.event_id, event.id));
  const row = await eventOf(event.id);
  expect([card!.tickets, card!.from_cents, row.listing_count]).toEqual([0, null, 0]);
  const outsider = await signedInAs('user');
  expect((await askFor(event, outsider)).json.error.code).toBe('tickets.none_available');

  await passOnOffers(env, new Date());
  const [offer] = await offersOf(event.id);
  expect(offer).toMatchObject({ entry_id: next.entry.id, quantity: 1, status: 'open' });
  expect(await stockOf(listing)).toEqual({ quantity: 0, held: 1, status: 'reserved' });
  const [mail] = await mailsTo(next.entry.email);
  expect(mail!.link).toBe(`${env.SITE_URL}/offers/${offer!.id}`);
  expect(mail!.subject).toMatch(/^Yours until \d+:\d\d [AP]M: 1 ticket for /);
  const notices = await noticesOf(next.user.id);
  expect(notices).toMatchObject([
    { kind: 'waitlist', path: `/offers/${offer!.id}`, is_urgent: true, expires_at: offer!.expires_at },
  ]);
  expect(notices[0]!.outbox_id).not.toBeNull();

  const page = await post(`/api/my/offers/${offer!.id}`, { headers: next.headers, method: 'GET' });
  expect(page).toMatchObject({ status: 200, json: { status: 'open', quantity: 1, ask_price: 25, total: null } });
  const taken = await take(offer!.id, next);
  expect([taken.status, taken.json.id, taken.json.status]).toEqual([201, offer!.id, 'pending']);
  expect(await stockOf(listing)).toEqual({ quantity: 0, held: 1, status: 'reserved' });
  const request = await requestOf(offer!.id);
  expect(request).toMatchObject({
    buyer_id: next.user.id,
    listing_id: listing.id,
    quantity: 1,
    offered_price_cents: 2500,
  });
  expect(await offersOf(event.id)).toMatchObject([{ status: 'taken' }]);
});

test('tickets that a person declines or ignores are offered to the next one, and go on sale once nobody waits', async () => {
  const { event, listed } = await eventWithTickets([{ quantity: 1, status: 'draft' }], soon());
  const people = [await waiting(event.id), await waiting(event.id)];
  await changeListing(listed[0]!.id, { status: 'active' });
  await changeListing(listed[0]!.id, { waitlist_first: true });
  const now = new Date();
  await passOnOffers(env, now);
  expect(await offeredTo(event.id, people)).toEqual(['open', null]);
  const [first] = await offersOf(event.id);
  const passed = await post(`/api/my/offers/${first!.id}/pass`, people[0]!);
  expect(passed.status).toBe(200);
  expect(await listingOf(listed[0]!.id)).toMatchObject({ quantity: 1, held: 0, waitlist_first: true });
  await passOnOffers(env, new Date(now.getTime() + 1));
  expect(await offeredTo(event.id, people)).toEqual(['passed', 'open']);
  await passOnOffers(env, new Date(now.getTime() + 11 * MINUTE));
  expect(await offeredTo(event.id, people)).toEqual(['passed', 'lapsed']);
  expect(await listingOf(listed[0]!.id)).toMatchObject({
    quantity: 1,
    held: 0,
    status: 'active',
    waitlist_first: false,
  });
  const outsider = await signedInAs('user');
  expect((await askFor(event, outsider)).status).toBe(201);
});

test('tickets of a cancelled ticket request or an expired offer go to the waitlist first, not to another buyer', async () => {
  const { event, listed } = await eventWithTickets([{ quantity: 1 }], later);
  const [buyer, another] = [await newBuyer(), await newBuyer()];
  const ask = async (buyer_id: string, now: Date) =>
    (await requestTickets(db, { input: { buyer_id, event_id: event.id, quantity: 1, key: newKey() }, now })).granted;
  const granted = await ask(buyer.id, EVENING);
  const one = await waiting(event.id);
  await cancelRequest(db, { id: (granted as { id: string }).id, actor_id: buyer.id, now: EVENING });
  expect(await listingOf(listed[0]!.id)).toMatchObject({ quantity: 1, waitlist_first: true });
  expect(await ask(another.id, EVENING)).toMatchObject({ code: 'tickets.none_available' });
  await passOnOffers(env, EVENING);
  expect(await offeredTo(event.id, [one])).toEqual(['open']);
  // A ticket request ends an offer whose time is over. The tickets still go to the next person on the waitlist.
  const two = await waiting(event.id);
  const after = new Date(EVENING.getTime() + 2 * HOUR);
  expect(await ask(another.id, after)).toMatchObject({ code: 'tickets.none_available' });
  expect(await offeredTo(event.id, [one, two])).toEqual(['lapsed', null]);
  await passOnOffers(env, after);
  expect(await offeredTo(event.id, [one, two])).toEqual(['lapsed', 'open']);
});

test('no offer is made at night, but tickets that suit somebody on the waitlist are kept until morning', async () => {
  const { event, listed } = await eventWithTickets([], later);
  const seller = await newBuyer();
  const halfPastTwo = new Date('2030-01-09T02:30:00-05:00');
  const person = await waiting(event.id, { places: 2 });
  const pair = listingRow({ event_id: event.id, seller_id: seller.id, quantity: 2 });
  const single = listingRow({ event_id: event.id, seller_id: seller.id, quantity: 1 });
  await db.insert(listings).values([pair, single]);
  await passOnOffers(env, halfPastTwo);
  expect(listed).toEqual([]);
  expect([
    await offersOf(event.id),
    (await listingOf(pair.id)).waitlist_first,
    (await listingOf(single.id)).waitlist_first,
  ]).toEqual([[], true, false]);
  await passOnOffers(env, new Date('2030-01-09T09:00:00-05:00'));
  expect(await offeredTo(event.id, [person])).toEqual(['open']);
});

test('offers end and free their tickets when their listing is withdrawn or the night is over', async () => {
  const { event, seller, listed } = await eventWithTickets([{ quantity: 2 }, { quantity: 1 }], later);
  const people = [await waiting(event.id, { places: 2 }), await waiting(event.id)];
  await changeListings(event.id, { waitlist_first: true });
  await passOnOffers(env, EVENING);
  expect(await offeredTo(event.id, people)).toEqual(['open', 'open']);
  await withdrawListing(db, { which: { id: listed[0]!.id, seller_id: seller.id } });
  expect(await offeredTo(event.id, people)).toEqual(['ended', 'open']);
  expect(await stockOf(listed[0]!)).toEqual({ quantity: 2, held: 0, status: 'withdrawn' });
  await expireAll(db, { now: new Date(later.start_at.getTime() + 24 * HOUR) });
  expect(await offeredTo(event.id, people)).toEqual(['ended', 'lapsed']);
  expect(await stockOf(listed[1]!)).toEqual({ quantity: 1, held: 0, status: 'expired' });
});

test('an offer to an address without an account can be taken by an account that has confirmed the address', async () => {
  const { event, seller } = await eventWithTickets([], soon());
  const entry = await addEntry({ event_id: event.id });
  await addListing({ event_id: event.id, seller_id: seller.id });
  await passOnOffers(env, new Date());
  const [offer] = await offersOf(event.id);
  expect((await mailsTo(entry.email))[0]!.text).toContain(`Sign in or sign up with ${entry.email}`);
  const unproven = await signedInAs('user', { user: { email: entry.email, email_confirmed_at: null } });
  expect((await take(offer!.id, unproven)).status).toBe(404);
  await db.$client.prepare('update auth_users set email_confirmed_at = 1 where id = ?').bind(unproven.user.id).run();
  expect((await take(offer!.id, unproven)).status).toBe(201);
});

test('while push is off, no tickets are kept for the waitlist, and tickets that were kept earlier go on sale', async () => {
  const { event, seller } = await eventWithTickets([], soon());
  await waiting(event.id);
  const kept = await addListing({ event_id: event.id, seller_id: seller.id });
  expect((await listingOf(kept.id)).waitlist_first).toBe(true);
  await launch('push', false);
  const free = await addListing({ event_id: event.id, seller_id: seller.id });
  expect((await listingOf(free.id)).waitlist_first).toBe(false);
  await passOnOffers(env, new Date());
  await launch('push', true);
  expect([(await listingOf(kept.id)).waitlist_first, await offersOf(event.id)]).toEqual([false, []]);
  const [card] = await db.select().from(eventCards).where(eq(eventCards.event_id, event.id));
  expect(card!.tickets).toBe(2);
});
