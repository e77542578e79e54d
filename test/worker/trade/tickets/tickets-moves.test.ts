import { createScheduledController } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { events, listings, ticketRequests } from '../../../../drizzle/tables/all-tables.ts';
import worker from '../../../../worker/index.ts';
import { listen } from '../../../../worker/rooms/ask-room.ts';
import { afterUndo } from '../../../support/worker/trade/after-undo.ts';
import { ask } from '../../../support/worker/admin.ts';
import { post } from '../../../support/worker/trade/ask-for-tickets.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { callCounted } from '../../../support/worker/call.ts';
import { db } from '../../../support/worker/db.ts';
import { launchForFile } from '../../../support/worker/launch.ts';
import { Listener } from '../../../support/worker/talk/listener.ts';
import { newBuyer, eventWithTickets, stockOf } from '../../../support/worker/trade/event-with-tickets.ts';
import { addRequest, requestOf } from '../../../support/worker/trade/deals/rows.ts';
import { askFor, refusal } from '../../../support/worker/trade/deals/calls.ts';
import { changeEvent, eventOf } from '../../../support/worker/nights/event-row.ts';
import { fromNow } from '../../../support/worker/moments.ts';

const HOUR = 3_600_000;

launchForFile('my-tickets');

async function pendingRequest() {
  const [seller, buyer] = [await signedInAs('user'), await signedInAs('user')];
  const { event, listed } = await eventWithTickets([{ quantity: 3, seller_id: seller.user.id }]);
  const { json } = await askFor(event, buyer, 2);
  return { event, listing: listed[0]!, seller, buyer, id: json.id };
}

const move = (id: string, how: string, { headers }: { headers: Record<string, string> }) =>
  post(`/api/ticket-requests/${id}/${how}`, { headers });
const statusOf = async (id: string) => (await requestOf(id)).status;
const sweepAt = (now: Date) =>
  worker.scheduled(createScheduledController({ scheduledTime: now, cron: '* * * * *' }), env);
const in25Hours = () => fromNow(25 * HOUR);

test('if a buyer cancels a pending ticket request, its tickets are on sale again', async () => {
  const { listing, buyer, id } = await pendingRequest();
  const first = await move(id, 'cancel', buyer);
  expect([first.status, first.json.status]).toEqual([200, 'cancelled']);
  expect(first.cost.round_trips).toBeLessThanOrEqual(2);
  expect((await move(id, 'cancel', buyer)).json.status).toBe('cancelled');
  expect(await statusOf(id)).toBe('cancelled');
  expect(await stockOf(listing)).toEqual({ quantity: 3, held: 0, status: 'active' });
});

test('once a seller has accepted a ticket request, it can no longer be declined or cancelled', async () => {
  const { event, listing, seller, buyer, id } = await pendingRequest();
  const other = await askFor(event, await signedInAs('user'));
  expect(await stockOf(listing)).toEqual({ quantity: 0, held: 3, status: 'reserved' });
  expect((await move(id, 'accept', seller)).json.status).toBe('accepted');
  await afterUndo();
  expect(await stockOf(listing)).toEqual({ quantity: 0, held: 1, status: 'reserved' });
  for (const [how, who] of [
    ['decline', seller],
    ['cancel', buyer],
  ] as const) {
    expect(refusal(await move(id, how, who))).toEqual([409, 'tickets.request_ended']);
  }
  expect((await move(other.json.id, 'accept', seller)).status).toBe(200);
  await afterUndo();
  expect(await stockOf(listing)).toEqual({ quantity: 0, held: 0, status: 'sold' });
});

test('only the seller can accept or decline a ticket request, and only the buyer can cancel it', async () => {
  const { listing, seller, buyer, id } = await pendingRequest();
  const stranger = await signedInAs('admin');
  for (const [how, who] of [
    ['accept', buyer],
    ['decline', buyer],
    ['cancel', seller],
    ['cancel', stranger],
    ['accept', stranger],
  ] as const) {
    const refused = await move(id, how, who);
    expect([how, refused.status, refused.json.error.code]).toEqual([how, 404, 'tickets.request_not_found']);
  }
  expect((await move(id, 'cancel', { headers: {} })).status).toBe(401);
  expect(await statusOf(id)).toBe('pending');
  expect(await stockOf(listing)).toEqual({ quantity: 1, held: 2, status: 'active' });
});

test('an expired request returns its tickets once, even if the cron job runs several times in parallel', async () => {
  const { listing, id } = await pendingRequest();
  const buyer_id = (await newBuyer()).id;
  const lasting = await addRequest(listing, { buyer_id, expires_at: fromNow(90 * HOUR) });
  await sweepAt(new Date());
  expect(await stockOf(listing)).toEqual({ quantity: 0, held: 3, status: 'reserved' });
  const at = in25Hours();
  await Promise.all([sweepAt(at), sweepAt(at), sweepAt(at)]);
  await sweepAt(at);
  expect([await statusOf(id), await statusOf(lasting.id)]).toEqual(['expired', 'pending']);
  expect(await stockOf(listing)).toEqual({ quantity: 2, held: 1, status: 'active' });
});

test('a request can be accepted until the last millisecond before its end, and expires at its end', async () => {
  const [last, late] = [await pendingRequest(), await pendingRequest()];
  const end = fromNow(60_000);
  await db.update(ticketRequests).set({ expires_at: end });
  try {
    vi.setSystemTime(end);
    for (const refused of [await move(late.id, 'accept', late.seller), await move(late.id, 'cancel', late.buyer)]) {
      expect(refusal(refused)).toEqual([409, 'tickets.request_ended']);
    }
    vi.setSystemTime(end.getTime() - 1);
    await sweepAt(new Date(end.getTime() - 1));
    expect(await statusOf(last.id)).toBe('pending');
    expect((await move(last.id, 'accept', last.seller)).json.status).toBe('accepted');
  } finally {
    vi.useRealTimers();
  }
  await sweepAt(end);
  expect(await statusOf(late.id)).toBe('expired');
});

test('when an event is over, its unsold listings expire and its number of listings is 0', async () => {
  const { event, listed } = await eventWithTickets([{ quantity: 1 }, { quantity: 0, status: 'sold' }], {
    start_at: fromNow(-7 * HOUR),
  });
  await sweepAt(new Date());
  expect(await Promise.all(listed.map(async (row) => (await stockOf(row)).status))).toEqual(['expired', 'sold']);
  expect((await eventOf(event.id)).listing_count).toBe(0);
});

test('once a hold has expired, another buyer can request its tickets before the cron job runs', async () => {
  const seller = await signedInAs('user');
  const { event, listed } = await eventWithTickets([{ quantity: 1, seller_id: seller.user.id }]);
  const buyer_id = (await newBuyer()).id;
  const row = await addRequest(listed[0]!, { buyer_id, expires_at: fromNow(-1) });
  expect(await stockOf(listed[0]!)).toMatchObject({ quantity: 0, held: 1, status: 'reserved' });
  const refused = await move(row.id, 'accept', seller);
  expect([refused.status, refused.json.error.message]).toEqual([409, 'This ticket request has expired.']);
  expect((await askFor(event, await signedInAs('user'))).status).toBe(201);
  expect(await statusOf(row.id)).toBe('expired');
  expect(await stockOf(listed[0]!)).toEqual({ quantity: 0, held: 1, status: 'reserved' });
});

const requestsSeenBy = async (headers: Record<string, string>) => {
  const { answer } = await callCounted('/api/my/ticket-requests', { headers });
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  const { ticket_requests } = await answer.json<{ ticket_requests: { id: string; status: string }[] }>();
  return new Map(ticket_requests.map((row) => [row.id, row.status]));
};

test('a seller cannot accept or decline a request for an event that has just been cancelled', async () => {
  const { event, seller, id } = await pendingRequest();
  await changeEvent(event.id, { cancelled_at: new Date() });
  for (const how of ['accept', 'decline']) {
    expect(refusal(await move(id, how, seller))).toEqual([409, 'event.cancelled']);
  }
  expect(await requestOf(id)).toMatchObject({ status: 'pending', answer: null });
});

test('people see only ticket requests that they made or received', async () => {
  const { seller, buyer, id } = await pendingRequest();
  const { listed } = await eventWithTickets([{ quantity: 1, seller_id: seller.user.id }]);
  const late = await addRequest(listed[0]!, { buyer_id: buyer.user.id, expires_at: fromNow(-1) });
  const both = new Map([
    [id, 'pending'],
    [late.id, 'expired'],
  ]);
  expect(await requestsSeenBy(buyer.headers)).toEqual(both);
  expect(await requestsSeenBy(seller.headers)).toEqual(both);
  expect((await requestsSeenBy((await signedInAs('admin')).headers)).size).toBe(0);
  expect((await callCounted('/api/my/ticket-requests')).answer.status).toBe(401);
});

test('an event cannot be deleted while it has a pending ticket request', async () => {
  const { event, listing, buyer, id } = await pendingRequest();
  const { headers } = await signedInAs('admin');
  const remove = async () => (await ask(`/api/admin/events/${event.id}`, { headers, method: 'DELETE' })).status;
  expect([await remove(), await statusOf(id)]).toEqual([409, 'pending']);
  expect(await db.$count(events, eq(events.id, event.id))).toBe(1);
  await move(id, 'cancel', buyer);
  expect(await remove()).toBe(200);
  expect(await db.$count(events, eq(events.id, event.id))).toBe(0);
  expect(await db.$count(listings, eq(listings.id, listing.id))).toBe(0);
});

test('an event with an accepted ticket request cannot be deleted', async () => {
  const [sold, expired] = [await pendingRequest(), await pendingRequest()];
  const { headers } = await signedInAs('admin');
  const remove = async ({ event }: typeof sold) =>
    (await ask(`/api/admin/events/${event.id}`, { headers, method: 'DELETE' })).status;
  await move(sold.id, 'accept', sold.seller);
  await sweepAt(in25Hours());
  expect([await remove(sold), await remove(expired)]).toEqual([409, 200]);
  expect(await statusOf(sold.id)).toBe('accepted');
});

test('an open event page is notified when tickets are requested, and when a request is cancelled or expires', async () => {
  const [seller, buyer] = [await signedInAs('user'), await signedInAs('user')];
  const { event } = await eventWithTickets([{ quantity: 3, seller_id: seller.user.id }]);
  const page = new Listener(() => listen(env, { event_id: event.id, after: undefined, address: 'a-phone' }));
  expect(await page.connect()).toBe(101);
  const heard = () => page.frames.filter(({ type }) => type === 'listings').length;
  const { json } = await askFor(event, buyer);
  await page.until(() => heard() === 1);
  await move(json.id, 'cancel', buyer);
  await page.until(() => heard() === 2);
  await askFor(event, buyer);
  await page.until(() => heard() === 3);
  await sweepAt(in25Hours());
  await page.until(() => heard() === 4);
  expect(heard()).toBe(4);
});
