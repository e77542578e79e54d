import { countRows } from '../../../support/worker/count-d1.ts';
import { expect, test, beforeEach } from 'vitest';
import { ticketRequestRow } from '../../../../drizzle/seed/rows.ts';
import { ticketRequests } from '../../../../drizzle/tables/all-tables.ts';
import { afterUndo } from '../../../support/worker/trade/after-undo.ts';
import { post } from '../../../support/worker/trade/ask-for-tickets.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { callCounted } from '../../../support/worker/call.ts';
import { db } from '../../../support/worker/db.ts';
import { launch } from '../../../support/worker/launch.ts';
import { newBuyer, eventWithTickets, stockOf } from '../../../support/worker/trade/event-with-tickets.ts';
import { reseller } from '../../../support/worker/people/reseller.ts';
import { askFor, listFor, refusal } from '../../../support/worker/trade/deals/calls.ts';

countRows();

beforeEach(async () => {
  await launch('sell', true);
  await launch('my-tickets', true);
});

async function read<Row>(path: string, headers: Record<string, string>) {
  const { answer, cost } = await callCounted(path, { headers });
  expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
  return { cost, ...(await answer.json<{ listings: Row[]; ticket_requests: Row[]; application: string | null }>()) };
}

async function refusalOf(path: string, headers: Record<string, string>) {
  const answer = await post(path, { headers, method: 'GET' });
  return [...refusal(answer), answer.cost.round_trips];
}

test('the buyer and the seller each see a request with its event and the other person', async () => {
  const [seller, buyer] = [await signedInAs('user'), await signedInAs('user')];
  const { event } = await eventWithTickets([{ quantity: 3, seller_id: seller.user.id }], { title: 'Disco Deficit' });
  const { json } = await askFor(event, buyer, 2);
  const start_at = event.start_at.toISOString();
  const shared = {
    id: json.id,
    quantity: 2,
    offered_price: 25,
    status: 'pending',
    expires_at: json.expires_at,
    event: { title: 'Disco Deficit', slug: event.slug, start_at, venue_name: `Room ${event.venue_id}` },
    other: { display_name: 'A student', badge_at: null, is_student_verified: true },
  };
  expect((await read('/api/my/ticket-requests', buyer.headers)).ticket_requests).toMatchObject([
    { ...shared, role: 'buyer' },
  ]);
  const [row] = (await read<object>('/api/my/ticket-requests', seller.headers)).ticket_requests;
  expect(row).toMatchObject({ ...shared, role: 'seller' });
  expect(row).not.toHaveProperty('idempotency_key');
});

test('the list of a person’s ticket requests has the newest 200 as buyer and the newest 200 as seller', async () => {
  const me = await signedInAs('user');
  const { event, listed, seller } = await eventWithTickets([
    { quantity: 900 },
    { quantity: 900, seller_id: me.user.id },
  ]);
  const buyer = await newBuyer();
  const sides = [
    { listing_id: listed[0]!.id, seller_id: seller.id, buyer_id: me.user.id },
    { listing_id: listed[1]!.id, seller_id: me.user.id, buyer_id: buyer.id },
  ];
  const [first, ...rows] = Array.from({ length: 210 }, (_, at) => {
    const ended = { event_id: event.id, status: 'cancelled', created_at: new Date(Date.UTC(2030, 0, 1) + at) } as const;
    return sides.map((side) => db.insert(ticketRequests).values(ticketRequestRow({ ...side, ...ended })));
  }).flat();
  await db.batch([first!, ...rows]);
  type Row = { role: string; created_at: string };
  const { ticket_requests, cost } = await read<Row>('/api/my/ticket-requests', me.headers);
  for (const role of ['buyer', 'seller']) {
    const times = ticket_requests.filter((row) => row.role === role).map(({ created_at }) => Date.parse(created_at));
    expect(times).toHaveLength(200);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(Math.max(...times)).toBe(Date.UTC(2030, 0, 1) + 209);
  }
  expect(cost.round_trips).toBe(2);
  expect(cost.rows_read).toBeLessThanOrEqual(4 * ticket_requests.length + 12);
});

test('a seller sees their listings, newest first, each with its event and its price band', async () => {
  const { user, headers } = await reseller();
  const own = (at: number) => ({ seller_id: user.id, created_at: new Date(Date.UTC(2030, 0, 1, 0, at)) });
  const { event, listed } = await eventWithTickets([
    ...Array.from({ length: 40 }, (_, at) => own(at)),
    { ...own(40), quantity: 3 },
  ]);
  const { listings, application, cost } = await read<{ id: string }>('/api/my/listings', headers);
  expect(application).toBe('approved');
  expect(listings).toHaveLength(41);
  expect(listings[0]).toMatchObject({
    id: listed.at(-1)!.id,
    quantity: 3,
    held: 0,
    ask_price: 25,
    status: 'active',
    event: { title: event.title, slug: event.slug, venue_name: `Room ${event.venue_id}` },
    price_band: { min: 22.5, max: 37.5 },
  });
  expect(listings.map(({ id }) => id)).toEqual(listed.map(({ id }) => id).toReversed());
  expect(cost.round_trips).toBe(2);
  expect(cost.rows_read).toBeLessThanOrEqual(3 * listings.length + 14);
});

test.each(['pending', 'needs_info', 'suspended'] as const)('an applicant sees their own status: %s', async (status) => {
  expect((await read('/api/my/listings', (await reseller(status)).headers)).application).toBe(status);
});

test('a rejected applicant and a person who never applied see no application, so both may apply', async () => {
  for (const { headers } of [await reseller('rejected'), await signedInAs('user')]) {
    expect((await read('/api/my/listings', headers)).application).toBeNull();
  }
});

test('while selling is switched off, a reseller cannot list tickets, change a price or see their listings', async () => {
  const { user, headers } = await reseller();
  const { event, listed } = await eventWithTickets([{ seller_id: user.id }]);
  await launch('sell', false);
  expect(await refusalOf('/api/my/listings', headers)).toEqual([403, 'launch.off', 1]);
  const created = await listFor(event, { headers });
  const priced = await post(`/api/listings/${listed[0]!.id}`, { headers, method: 'PATCH', body: { ask_price: 30 } });
  for (const answer of [created, priced])
    expect([...refusal(answer), answer.cost.round_trips]).toEqual([403, 'launch.off', 1]);
  expect(await refusalOf('/api/my/listings', {})).toEqual([401, 'request.signed_out', expect.any(Number)]);
  expect(await stockOf(listed[0]!)).toEqual({ quantity: 1, held: 0, status: 'active' });
  await launch('sell', true);
  expect((await listFor(event, { headers })).status).toBe(201);
});

test('with `sell` and `my-tickets` off, people can still request tickets, answer requests and withdraw listings', async () => {
  await launch('sell', false);
  await launch('my-tickets', false);
  const [seller, buyer] = [await reseller(), await signedInAs('user')];
  const { event, listed } = await eventWithTickets([{ quantity: 4, seller_id: seller.user.id }]);
  expect(await refusalOf('/api/my/ticket-requests', buyer.headers)).toEqual([403, 'launch.off', 1]);
  for (const [how, who] of [
    ['cancel', buyer],
    ['accept', seller],
    ['decline', seller],
  ] as const) {
    const { json } = await askFor(event, buyer);
    expect((await post(`/api/ticket-requests/${json.id}/${how}`, who)).status).toBe(200);
    await afterUndo();
  }
  expect((await post(`/api/listings/${listed[0]!.id}/withdraw`, seller)).status).toBe(200);
  expect(await stockOf(listed[0]!)).toEqual({ quantity: 3, held: 0, status: 'withdrawn' });
});

async function takesPart(headers: Record<string, string>) {
  const { answer, cost } = await callCounted('/api/my/trade', { headers });
  expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
  return { ...(await answer.json<{ takes_part: boolean; needs_me: number }>()), round_trips: cost.round_trips };
}

test('while `my-tickets` is off, My tickets opens only for people with a ticket request or a listing', async () => {
  await launch('my-tickets', false);
  const [buyer, seller] = [await signedInAs('user'), await signedInAs('user')];
  const [lister, other] = [await signedInAs('user'), await signedInAs('user')];
  const { event } = await eventWithTickets([
    { seller_id: seller.user.id },
    { seller_id: lister.user.id, ask_price_cents: 2600 },
  ]);
  await askFor(event, buyer);
  for (const [who, shown, needs_me] of [
    [buyer, ['buyer'], 0],
    [seller, ['seller'], 1],
    [lister, [], 0],
  ] as const) {
    const { ticket_requests, cost } = await read<{ role: string }>('/api/my/ticket-requests', who.headers);
    expect(ticket_requests.map(({ role }) => role)).toEqual(shown);
    expect(cost.round_trips).toBe(2);
    expect(await takesPart(who.headers)).toEqual({ takes_part: true, needs_me, round_trips: 2 });
  }
  expect(await takesPart(other.headers)).toEqual({ takes_part: false, needs_me: 0, round_trips: 2 });
  expect(await refusalOf('/api/my/ticket-requests', other.headers)).toEqual([403, 'launch.off', 1]);
});
