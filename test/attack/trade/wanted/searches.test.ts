import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authUsers, listings, waitlist, waitlistOffers } from '../../../../drizzle/tables/all-tables.ts';
import { accounts } from '../../../../worker/features/people/accounts/accounts.ts';
import { passOnOffers } from '../../../../worker/features/trade/kept-cards/pass-on-offers.cron.ts';
import { runWrites } from '../../../../worker/http/database/batch.ts';
import { db } from '../../../support/worker/db.ts';
import { launchForFile } from '../../../support/worker/launch.ts';
import { offersOf, waiting } from '../../../support/worker/nights/waiting.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { reseller } from '../../../support/worker/people/reseller.ts';
import { newKey, post } from '../../../support/worker/trade/ask-for-tickets.ts';
import { eventWithTickets, stockOf } from '../../../support/worker/trade/event-with-tickets.ts';
import { changeEvent } from '../../../support/worker/nights/event-row.ts';
import { fromNow } from '../../../support/worker/moments.ts';
import { send } from '../../../support/worker/trade/deals/calls.ts';
import { listFor, stop, want, wanting } from '../../../support/worker/trade/deals/wanted.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
launchForFile('payments', 'handover', 'push', 'squads', 'sell', 'vouches');

/**
 * The event begins in half an hour. In the last hour before an event, offers do not pause overnight, so these tests
 * work at any time of day.
 */
const anEvent = async () => (await eventWithTickets([], { start_at: fromNow(HOUR / 2) })).event;
const read = (path: string, headers: Record<string, string> = {}) => post(path, { headers, method: 'GET' });
const look = async (id: string) => (await read(`/api/wanted/${id}`)).json;
const isShown = async (id: string) => (await read(`/api/wanted/${id}`)).status === 200;
const entryOf = async ({ entry }: { entry: { id: string } }) =>
  (await db.select().from(waitlist).where(eq(waitlist.id, entry.id)))[0]!;
const openOffers = async (event_id: string) => (await offersOf(event_id)).filter(({ status }) => status === 'open');
const moveTo = (person: { user: { id: string } }, email: string) =>
  db.update(authUsers).set({ email }).where(eq(authUsers.id, person.user.id));

const run = () => passOnOffers(env, new Date());

async function accept(entry: { id: string; updated_at: Date }) {
  const { headers } = await signedInAs('admin');
  const body = { status: 'accepted', updated_at: entry.updated_at.toISOString() };
  return post(`/api/admin/waitlist/${entry.id}`, { headers, method: 'PATCH', body });
}

test('a person cannot raise the number of places that staff have accepted, even before hearing of the decision', async () => {
  const event = await anEvent();
  const person = await waiting(event.id, { places: 1 });
  expect((await accept(await entryOf(person))).status).toBe(200);
  expect((await want(person, { event_id: event.id, places: 6 })).status).toBe(200);
  expect(await entryOf(person)).toMatchObject({ places: 1, status: 'accepted', told_status: 'pending' });
});

test('staff never accept more places than they saw', async () => {
  const event = await anEvent();
  const person = await waiting(event.id, { places: 1 });
  const seen = await entryOf(person);
  await want(person, { event_id: event.id, places: 6 });
  expect((await accept(seen)).json.error.code).toBe('request.stale');
  expect(await entryOf(person)).toMatchObject({ places: 6, status: 'pending' });
});

test('a later owner of a person’s mail address can neither change nor end that person’s search', async () => {
  const event = await anEvent();
  const owner = await wanting(event.id);
  const email = owner.user.email!;
  await moveTo(owner, `moved-${email}`);
  const next = await signedInAs('user', { user: { email } });
  expect((await want(next, { event_id: event.id, places: 6 })).json.error.code).toBe('wanted.join_first');
  await stop(next, event.id);
  expect(await look(owner.wanted_id)).toMatchObject({ places: 2, most_each: 30 });
  expect((await read(`/api/my/events/${event.id}/place`, next.headers)).json).toEqual({ waiting: null });
});

test('a person who joined the waitlist while signed out keeps the search after changing the mail address', async () => {
  const event = await anEvent();
  const owner = await waiting(event.id, { applicant_id: null });
  const { json } = await want(owner, { event_id: event.id });
  const email = owner.user.email!;
  await moveTo(owner, `moved-${email}`);
  expect((await read(`/api/wanted/${json.id}`, owner.headers)).json).toMatchObject({ is_yours: true });
  const next = await signedInAs('user', { user: { email } });
  expect((await read(`/api/wanted/${json.id}`, next.headers)).json).toMatchObject({ is_yours: false });
  expect((await want(owner, { event_id: event.id })).json.id).toBe(json.id);
  await stop(owner, event.id);
  expect(await isShown(json.id)).toBe(false);
});

test('deleting an account ends its search, so a later owner of the mail address cannot take it over', async () => {
  const event = await anEvent();
  const owner = await wanting(event.id);
  const entries = [owner, await waiting(event.id, { applicant_id: null })] as const;
  await want(entries[1], { event_id: event.id });
  for (const { user } of entries) await runWrites(db, [accounts.removeAccount(db, { id: user.id, now: new Date() })]);
  const left = { wanted_id: null, wanted_until: null, most_cents: null };
  expect(await Promise.all(entries.map(entryOf))).toMatchObject([left, left]);
});

test('a search ends with the night, even if it was set to end later', async () => {
  const event = await anEvent();
  const owner = await wanting(event.id, { until: '2099-01-01T00:00:00Z' });
  expect((await entryOf(owner)).wanted_until).toEqual(new Date(event.start_at.getTime() + 6 * HOUR));
});

test('a search is refused if its end has passed or is not a valid time', async () => {
  const event = await anEvent();
  const person = await waiting(event.id);
  for (const until of [fromNow(-1).toISOString(), '2026-12-01T10:00:00+00', '2026-13-01T10:00:00Z']) {
    const { status, json } = await want(person, { event_id: event.id, until });
    expect([until, status, Object.keys(json.error.fields ?? {})]).toEqual([until, 422, ['until']]);
  }
  expect((await entryOf(person)).wanted_id).toBeNull();
});

test('an idempotency key that listed tickets for one search cannot list tickets for another search', async () => {
  const event = await anEvent();
  const [first, second, seller] = [await wanting(event.id), await wanting(event.id), await reseller()];
  const key = newKey();
  expect((await listFor(seller, first.wanted_id, { event_id: event.id }, key)).json.refusal_until).not.toBeNull();
  const other = await listFor(seller, second.wanted_id, { event_id: event.id }, key);
  const plain = await send(
    '/api/listings',
    seller,
    { kind: 'transfer', event_id: event.id, quantity: 2, ask_price: 25 },
    key,
  );
  expect([other.json.error.code, plain.json.error.code]).toEqual(['tickets.key_reused', 'tickets.key_reused']);
  expect(await offersOf(event.id)).toMatchObject([{ entry_id: first.entry.id }]);
});

test('parallel searches, listings and cron runs give each waiting person exactly one open offer', async () => {
  const event = await anEvent();
  const owner = await waiting(event.id, { places: 1 });
  const made = await Promise.all([1, 2, 3].map((places) => want(owner, { event_id: event.id, places })));
  const id = made[0]!.json.id;
  expect(new Set(made.map(({ json }) => json.id))).toEqual(new Set([id]));
  const other = await waiting(event.id, { places: 1 });
  const sellers = await Promise.all([reseller(), reseller(), reseller()]);
  const listed = sellers.map((seller) => listFor(seller, id, { event_id: event.id, quantity: 3 }));
  await Promise.all([...listed, run(), run(), want(owner, { event_id: event.id, places: 2 })]);
  await Promise.all([run(), run()]);
  const open = await openOffers(event.id);
  expect(new Set(open.map(({ entry_id }) => entry_id))).toEqual(new Set([owner.entry.id, other.entry.id]));
  expect(open).toHaveLength(2);
  const stock = await db.select().from(listings).where(eq(listings.event_id, event.id));
  expect(stock.map(({ quantity, held }) => quantity + held)).toEqual([3, 3, 3]);
  const offered = open.reduce((sum, { quantity }) => sum + quantity, 0);
  expect(stock.reduce((sum, { held }) => sum + held, 0)).toBe(offered);
});

test('while an offer is open, looking for more tickets neither enlarges the offer nor causes a second one', async () => {
  const event = await anEvent();
  const owner = await wanting(event.id, { places: 1 });
  const { json: listing } = await listFor(await reseller(), owner.wanted_id, { event_id: event.id, quantity: 7 });
  await want(owner, { event_id: event.id, places: 6 });
  const next = await listFor(await reseller(), owner.wanted_id, { event_id: event.id, quantity: 6 });
  expect(next.json.refusal_until).toBeNull();
  await run();
  const [offer, ...others] = await offersOf(event.id);
  expect(others).toEqual([]);
  const taken = await send(`/api/my/offers/${offer!.id}/take`, owner);
  expect([taken.status, taken.json.quantity]).toEqual([201, 1]);
  expect(await stockOf(listing)).toEqual({ quantity: 6, held: 1, status: 'active' });
});

test('if the owner of a search ignores two offers, the tickets go on sale and the search pauses', async () => {
  const event = await anEvent();
  const owner = await wanting(event.id);
  for (let at = 0; at < 2; at += 1) {
    const body = { event_id: event.id, mutuals_first: true };
    const { json: listing } = await listFor(await reseller(), owner.wanted_id, body);
    expect(await stockOf(listing)).toEqual({ quantity: 0, held: 2, status: 'reserved' });
    const expires_at = fromNow(-1);
    await db.update(waitlistOffers).set({ expires_at }).where(eq(waitlistOffers.listing_id, listing.id));
    await run();
    expect(await stockOf(listing)).toEqual({ quantity: 2, held: 0, status: 'active' });
  }
  const { json } = await listFor(await reseller(), owner.wanted_id, { event_id: event.id });
  expect([json.refusal_until, await isShown(owner.wanted_id)]).toEqual([null, false]);
  await want(owner, { event_id: event.id });
  expect(await isShown(owner.wanted_id)).toBe(true);
});

test('a search is closed while its owner is banned, and while the night is hidden, cancelled or over', async () => {
  const event = await anEvent();
  const [owner, late] = [await wanting(event.id), await waiting(event.id)];
  const ban = (until: Date | null) =>
    runWrites(db, [accounts.banAccount(db, { id: owner.user.id, until, now: new Date() })]);
  await ban(fromNow(HOUR));
  expect(await isShown(owner.wanted_id)).toBe(false);
  expect((await listFor(await reseller(), owner.wanted_id, { event_id: event.id })).json.refusal_until).toBeNull();
  await ban(null);
  expect(await isShown(owner.wanted_id)).toBe(true);
  const states = [
    { is_published: false, code: 'event.not_found' },
    { is_published: true, cancelled_at: new Date(), code: 'event.cancelled' },
    { cancelled_at: null, start_at: fromNow(-7 * HOUR), code: 'waitlist.closed' },
  ];
  for (const { code, ...state } of states) {
    await changeEvent(event.id, state);
    expect((await want(late, { event_id: event.id })).json.error.code).toBe(code);
    expect(await isShown(owner.wanted_id)).toBe(false);
  }
  expect(await offersOf(event.id)).toEqual([]);
});

test('an invalid search id is answered with 404, and tickets listed for it go on sale for everybody', async () => {
  const event = await anEvent();
  for (const id of ['%00', '%FF', 'a'.repeat(3000), '..%2f..', '-'.repeat(36)]) {
    expect((await read(`/api/wanted/${id}`)).status).toBe(404);
    const { status, json } = await listFor(await reseller(), id, { event_id: event.id });
    expect([status, json.refusal_until]).toEqual([201, null]);
  }
});

test('the waitlist that staff see does not contain the link to a person’s search', async () => {
  const event = await anEvent();
  const owner = await wanting(event.id);
  const { headers } = await signedInAs('admin');
  const mine = await read('/api/my/data', owner.headers);
  expect(JSON.stringify(mine.json)).toContain(owner.wanted_id);
  const theirs = await read(`/api/admin/waitlist?event_id=${event.id}`, headers);
  expect(theirs.json).toMatchObject({ entries: [{ id: owner.entry.id, places: 2 }] });
  expect(JSON.stringify(theirs.json)).not.toContain(owner.wanted_id);
});
