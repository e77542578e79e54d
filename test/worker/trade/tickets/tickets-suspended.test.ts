import { env } from 'cloudflare:workers';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { listings, resellerApplications } from '../../../../drizzle/tables/all-tables.ts';
import { listen } from '../../../../worker/rooms/ask-room.ts';
import { ask, logOf } from '../../../support/worker/admin.ts';
import { post } from '../../../support/worker/trade/ask-for-tickets.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { db } from '../../../support/worker/db.ts';
import { launchForFile } from '../../../support/worker/launch.ts';
import { Listener } from '../../../support/worker/talk/listener.ts';
import { eventWithTickets, stockOf } from '../../../support/worker/trade/event-with-tickets.ts';
import { reseller } from '../../../support/worker/people/reseller.ts';
import { askFor, listFor, type Person } from '../../../support/worker/trade/deals/calls.ts';
import { requestOf, requestsFor } from '../../../support/worker/trade/deals/rows.ts';

const QUEUE = '/api/admin/reseller-applications';

launchForFile('sell');

async function suspend(...people: Awaited<ReturnType<typeof reseller>>[]) {
  const { headers } = await signedInAs('admin');
  const items = people.map(({ application: { id, updated_at } }) => ({ id, updated_at: updated_at.toISOString() }));
  const [{ id, updated_at }] = items as [(typeof items)[number]];
  return items.length === 1
    ? ask(`${QUEUE}/${id}`, { headers, method: 'PATCH', json: { status: 'suspended', updated_at } })
    : ask(`${QUEUE}/status`, { headers, json: { status: 'suspended', items } });
}

test('suspending a reseller withdraws their listings and declines the pending ticket requests', async () => {
  const [seller, buyer] = [await reseller(), await signedInAs('user')];
  const own = { seller_id: seller.user.id };
  const { event, listed } = await eventWithTickets([
    { ...own, quantity: 2 },
    { ...own, quantity: 5, ask_price_cents: 3000 },
    { ...own, status: 'draft' },
    { ...own, status: 'pending_review' },
    { ...own, status: 'sold', quantity: 0 },
    { quantity: 1, ask_price_cents: 3500 },
  ]);
  const { json } = await askFor(event, buyer, 2);
  expect(await stockOf(listed[0]!)).toMatchObject({ status: 'reserved' });
  const { status, cost } = await suspend(seller);
  expect(status).toBe(200);
  // Round trips: the guard, the old application, the last log entry, the transaction, and the new application.
  expect(cost.round_trips).toBe(5);
  const stock = await Promise.all(listed.map(stockOf));
  const withdrawn = Array.from({ length: 4 }, () => 'withdrawn');
  expect(stock.map((row) => row.status)).toEqual([...withdrawn, 'sold', 'active']);
  expect(stock.map(({ quantity, held }) => [quantity, held]).slice(0, 2)).toEqual([
    [2, 0],
    [5, 0],
  ]);
  expect((await requestOf(json.id)).status).toBe('declined');
  expect(await logOf(seller.application.id)).toMatchObject([{ action: 'application.suspended' }]);
  const next = await askFor(event, buyer);
  expect(next.json).toMatchObject({ listing_id: listed[5]!.id, offered_price: 35 });
});

test('a suspended reseller cannot list tickets, change prices or accept ticket requests', async () => {
  const seller = await reseller();
  const { headers } = seller;
  const { event, listed } = await eventWithTickets([{ seller_id: seller.user.id, quantity: 2 }]);
  const { json } = await askFor(event, await signedInAs('user'));
  const { body } = await suspend(seller);
  const list = () => listFor(event, { headers });
  const refused = [
    await list(),
    await post(`/api/listings/${listed[0]!.id}`, { headers, method: 'PATCH', body: { ask_price: 30 } }),
    await post(`/api/ticket-requests/${json.id}/accept`, { headers }),
  ];
  expect(refused.map((answer) => [answer.status, answer.json.error.code])).toEqual([
    [403, 'tickets.not_reseller'],
    [409, 'tickets.listing_ended'],
    [409, 'tickets.request_ended'],
  ]);
  const admin = await signedInAs('admin');
  const decision = { status: 'approved', updated_at: body.updated_at };
  expect(
    (await ask(`${QUEUE}/${seller.application.id}`, { headers: admin.headers, method: 'PATCH', json: decision }))
      .status,
  ).toBe(200);
  // A withdrawn listing does not go back on sale by itself. The seller has to list again.
  expect((await stockOf(listed[0]!)).status).toBe('withdrawn');
  expect((await list()).status).toBe(201);
});

test('staff can suspend several resellers with one API call', async () => {
  const [one, two, kept, noted] = [await reseller(), await reseller(), await reseller(), await reseller()];
  const { listed } = await eventWithTickets([one, two, kept, noted].map(({ user }) => ({ seller_id: user.id })));
  expect((await suspend(one, two)).status).toBe(200);
  const { headers } = await signedInAs('admin');
  const note = { note: 'Met at the door', updated_at: noted.application.updated_at.toISOString() };
  expect((await ask(`${QUEUE}/${noted.application.id}`, { headers, method: 'PATCH', json: note })).status).toBe(200);
  const stock = await Promise.all(listed.map(stockOf));
  expect(stock.map(({ status }) => status)).toEqual(['withdrawn', 'withdrawn', 'active', 'active']);
});

test('a suspension is refused if the reseller’s application has changed in the meantime', async () => {
  const seller = await reseller();
  const { listed } = await eventWithTickets([{ seller_id: seller.user.id }]);
  const its = eq(resellerApplications.id, seller.application.id);
  await db.update(resellerApplications).set({ updated_at: new Date() }).where(its);
  expect((await suspend(seller)).status).toBe(409);
  expect((await stockOf(listed[0]!)).status).toBe('active');
});

test('banning a seller withdraws their listings', async () => {
  const [seller, buyer] = [await reseller(), await signedInAs('user')];
  const { event, listed } = await eventWithTickets([{ seller_id: seller.user.id, quantity: 2 }]);
  const { json } = await askFor(event, buyer);
  const { headers } = await signedInAs('admin');
  const ban = (to: boolean) =>
    ask(`/api/admin/people/${seller.user.id}`, { headers, method: 'PATCH', json: { is_banned: { from: !to, to } } });
  expect((await ban(true)).status).toBe(200);
  expect(await stockOf(listed[0]!)).toEqual({ quantity: 2, held: 0, status: 'withdrawn' });
  expect((await requestOf(json.id)).status).toBe('declined');
  expect((await ban(false)).status).toBe(200);
  expect((await stockOf(listed[0]!)).status).toBe('withdrawn');
});

test('a suspension updates the open and the cached pages of the reseller’s events', async () => {
  const seller = await reseller();
  const { event } = await eventWithTickets([{ seller_id: seller.user.id, quantity: 2 }]);
  const listed = async () => (await ask(`/api/events/${event.slug}/listings`)).body['listings'];
  const page = new Listener(() => listen(env, { event_id: event.id, after: undefined, address: 'a-phone' }));
  expect(await page.connect()).toBe(101);
  expect(await listed()).toHaveLength(1);
  await suspend(seller);
  await page.until(() => page.frames.some(({ type }) => type === 'listings'));
  expect(page.frames.filter(({ type }) => type === 'listings')).toHaveLength(1);
  expect(await listed()).toEqual([]);
});

test('a reseller who is suspended while they list tickets has nothing on sale afterwards', async () => {
  for (let round = 0; round < 6; round += 1) {
    const seller = await reseller();
    const { event } = await eventWithTickets([{ seller_id: seller.user.id, quantity: 3 }]);
    const buyers = await Promise.all([1, 2, 3].map(() => signedInAs('user')));
    const list = () => listFor(event, seller, 24);
    const askAs = (buyer: Person) => () => askFor(event, buyer);
    const calls: (() => Promise<unknown>)[] = [...buyers.map(askAs), list, list, list];
    calls.splice(round, 0, () => suspend(seller));
    await Promise.all(calls.map((call) => call()));
    const theirs = eq(listings.seller_id, seller.user.id);
    const withdrawn = and(theirs, eq(listings.status, 'withdrawn'));
    expect(await db.$count(listings, withdrawn)).toBe(await db.$count(listings, theirs));
    const requests = await requestsFor(event.id);
    expect(requests.filter(({ status }) => status === 'pending')).toEqual([]);
    const late = await askFor(event, await signedInAs('user'));
    expect(late.json.error.code).toBe('tickets.none_available');
  }
});
