import { countRows } from '../../support/worker/count-d1.ts';
import { beforeEach, expect, test } from 'vitest';
import { eventRow, profileRow, venueRow } from '../../../drizzle/seed/rows.ts';
import {
  doorStaff,
  type Event,
  eventOrganizers,
  events,
  profiles,
  ticketRequests,
  venues,
} from '../../../drizzle/tables/all-tables.ts';
import { datesOf } from '../../../worker/contract/nights/events/event-dates.ts';
import { ask } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { callCounted } from '../../support/worker/call.ts';
import { db } from '../../support/worker/db.ts';
import { manyEvents, removeEvents } from '../../support/worker/nights/events-list.ts';
import { launch } from '../../support/worker/launch.ts';
import { open } from '../../support/worker/open-page.ts';
import { addListing, addRequest } from '../../support/worker/trade/deals/rows.ts';
import { fromNow } from '../../support/worker/moments.ts';

countRows();

const HOUR = 3_600_000;

interface Listed {
  events: { title: string; offers: { price: number; fee: number | null; is_instant: boolean }[] }[];
  next_cursor: string | null;
  choices: { counts: Record<string, number>; city: { label: string; events: number }[] } | null;
}

beforeEach(async () => {
  await db.delete(ticketRequests);
  await removeEvents();
  await Promise.all([launch('payments', false), launch('tickets', true), launch('live', true)]);
  await db.insert(venues).values([venueRow({ id: 'b', city: 'Boston' }), venueRow({ id: 'n', city: 'Brooklyn' })]);
  await db.insert(profiles).values(profileRow({ id: 'seller' }));
});

/** Adds an event in two days, with a listing for each pair of a quantity and an ask price in cents. */
async function eventWith(
  title: string,
  tickets: readonly (readonly [number, number])[],
  over: Partial<Event> = {},
): Promise<Event> {
  const usual = { venue_id: 'b', start_at: fromNow(48 * HOUR), ticket_price_cents: 2000 };
  const event = eventRow({ title, ...usual, ...over });
  await db.insert(events).values(event);
  for (const [quantity, ask_price_cents] of tickets)
    await addListing({
      event_id: event.id,
      seller_id: 'seller',
      quantity,
      ask_price_cents,
      is_instant: quantity === 1,
    });
  return event;
}

let reads = 0;
/** The parameter `fresh` keeps the answer out of the shared cache. */
async function read<T>(path: string, filters: Record<string, string> = {}) {
  const query = new URLSearchParams({ ...filters, fresh: String(++reads) });
  const { answer, cost } = await callCounted(`${path}?${query.toString()}`);
  return { status: answer.status, body: await answer.json<T>(), cost };
}
const onSale = async (filters: Record<string, string> = {}) => (await read<Listed>('/api/tickets', filters)).body;
const titlesOf = (list: Listed) => list.events.map(({ title }) => title);

test('the tickets list has every night that is not over and has tickets in the price band, with its three cheapest listings', async () => {
  await eventWith('Later', [[2, 2500]], { start_at: fromNow(72 * HOUR) });
  await eventWith('Many', [
    [1, 2400],
    [2, 1900],
    [1, 2200],
    [3, 2600],
    [4, 90_000],
  ]);
  await eventWith('None', []);
  await eventWith('Too dear', [[2, 90_000]]);
  await eventWith('Over', [[2, 2000]], { start_at: fromNow(-10 * HOUR) });
  const list = await onSale();
  expect(titlesOf(list)).toEqual(['Many', 'Later']);
  expect(list.events[0]).toMatchObject({
    tickets: 7,
    offers: [
      { quantity: 2, price: 19, fee: null, is_instant: false },
      { quantity: 1, price: 22, fee: null },
      { quantity: 1, price: 24, fee: null },
    ],
  });
  await launch('payments', true);
  expect((await onSale()).events[0]!.offers.map(({ price, fee, is_instant }) => [price, fee, is_instant])).toEqual([
    [21.02, 2.02, false],
    [24.26, 2.26, true],
    [26.42, 2.42, true],
  ]);
});

test('with the filter for two tickets, a listing with one ticket is not shown and does not match a price filter', async () => {
  await eventWith('Pair', [
    [1, 1900],
    [2, 2900],
  ]);
  const single = await eventWith('Single', [[1, 1900]], { venue_id: 'n' });
  expect(titlesOf(await onSale({ pair: '1' }))).toEqual(['Pair']);
  expect((await onSale({ pair: '1' })).events[0]!.offers.map(({ price }) => price)).toEqual([29]);
  expect(titlesOf(await onSale({ under: '20' })).toSorted()).toEqual(['Pair', 'Single']);
  const dear = await onSale({ pair: '1', under: '20' });
  expect([titlesOf(dear), dear.choices!.counts]).toEqual([
    [],
    expect.objectContaining({ found: 0, pair: 0, under_30: 1 }),
  ]);
  expect(titlesOf(await onSale({ city: 'New York' }))).toEqual(['Single']);
  // A listing with two tickets is not a pair while a ticket request holds one of them.
  const two = await addListing({ event_id: single.id, seller_id: 'seller', quantity: 2, ask_price_cents: 2100 });
  await db.insert(profiles).values(profileRow({ id: 'buyer' }));
  const pairs = async () => titlesOf(await onSale({ pair: '1', city: 'New York' }));
  expect(await pairs()).toEqual(['Single']);
  await addRequest(two, { buyer_id: 'buyer', quantity: 1 });
  expect(await pairs()).toEqual([]);
  await db.update(ticketRequests).set({ status: 'cancelled' });
  expect(await pairs()).toEqual(['Single']);
});

test('the tickets list costs one round trip and reads few rows, however many events there are', async () => {
  await manyEvents(3000);
  const filters = { city: 'Boston', under: '40', limit: '24' };
  const { body, cost } = await read<Listed>('/api/tickets', filters);
  expect(body.events).toHaveLength(24);
  expect(cost.round_trips).toBe(1);
  expect(cost.rows_read).toBeLessThan(4 * 24 + 20 * 2 * 51);
  const next = await read<Listed>('/api/tickets', { ...filters, cursor: body.next_cursor! });
  expect(next.body.events.some(({ title }) => titlesOf(body).includes(title))).toBe(false);
  expect(next.cost.round_trips).toBe(1);
  expect(next.cost.rows_read).toBeLessThanOrEqual(6 * 25);
});

test('/tickets and /live are cached, but an edited event or a changed switch shows on them immediately', async () => {
  const event = await eventWith('Tonight only', [[2, 2000]], { start_at: fromNow(-HOUR) });
  const [{ headers }] = [await signedInAs('admin'), await ask('/api/launch')];
  for (const path of ['/tickets', '/live']) {
    const first = await open(path);
    expect([first.answer.status, first.cost.round_trips, first.html.includes('Tonight only')]).toEqual([200, 1, true]);
    expect((await open(path)).cost.round_trips).toBe(0);
  }
  const edit = { title: 'Renamed night', updated_at: event.updated_at.toISOString() };
  expect(await ask(`/api/admin/events/${event.id}`, { headers, method: 'PATCH', json: edit })).toMatchObject({
    status: 200,
  });
  for (const path of ['/tickets', '/live']) expect((await open(path)).html).toContain('Renamed night');
  for (const feature of ['tickets', 'live']) {
    await ask(`/api/admin/launch/${feature}`, { headers, method: 'PUT', json: { is_on: false, was_on: true } });
    const { html, answer } = await open(`/${feature}`);
    expect([answer.status, html.includes('Renamed night'), html.includes('Coming soon')]).toEqual([200, false, true]);
    expect((await ask(`/api/${feature}`)).body).toBeNull();
  }
});

test('the page of tonight shows nights that are on or start before 6 AM, and a buyer’s accepted requests for them', async () => {
  const { to } = datesOf('tonight', new Date());
  const running = await eventWith('Running', [[2, 2000]], { start_at: fromNow(-2 * HOUR), end_at: fromNow(HOUR) });
  await eventWith('Last', [], { start_at: new Date(to - 60_000) });
  const tomorrow = await eventWith('Tomorrow', [[1, 2000]], { start_at: new Date(to) });
  await eventWith('Ended', [], { start_at: fromNow(-2 * HOUR), end_at: fromNow(-HOUR) });
  const { body, cost } = await read<Listed>('/api/live');
  expect([titlesOf(body), cost.round_trips]).toEqual([['Running', 'Last'], 1]);
  const { headers, user } = await signedInAs('user');
  for (const { id } of [running, tomorrow]) {
    const listing = await addListing({ event_id: id, seller_id: 'seller', quantity: 1, ask_price_cents: 2000 });
    for (const status of ['accepted', 'expired'] as const)
      await addRequest(listing, { buyer_id: user.id, quantity: 1, status });
  }
  const mine = await ask('/api/my/tonight', { headers });
  expect(mine.status).toBe(200);
  const rows = (mine.body as unknown as { ticket_requests: { event: { title: string }; status: string }[] })
    .ticket_requests;
  expect(rows.map(({ event, status }) => [event.title, status])).toEqual([['Running', 'accepted']]);
  expect((await ask('/api/my/tonight')).status).toBe(401);
  await launch('live', false);
  expect((await ask('/api/my/tonight', { headers })).body.error.code).toBe('launch.off');
});

test('while hand-overs are on, the page of tonight shows a person the doors at which they work', async () => {
  const [owner, helper] = [await signedInAs('organizer'), await signedInAs('organizer')];
  const [staff, admin, visitor] = [await signedInAs('user'), await signedInAs('admin'), await signedInAs('user')];
  const start_at = fromNow(-HOUR);
  const tonight = await eventWith('Night with a door', [], { start_at, organizer_id: owner.user.id });
  const own = await eventWith('Night of an admin', [], { start_at, organizer_id: admin.user.id });
  const cancelled = await eventWith('Cancelled night', [], {
    start_at,
    organizer_id: owner.user.id,
    cancelled_at: new Date(),
  });
  const tomorrow = await eventWith('Tomorrow', [], {
    start_at: new Date(datesOf('tonight', new Date()).to),
    organizer_id: owner.user.id,
  });
  const added_by = owner.user.id;
  await db.insert(eventOrganizers).values({ event_id: tonight.id, user_id: helper.user.id, added_by });
  for (const { id: event_id } of [tonight, cancelled, tomorrow])
    await db.insert(doorStaff).values({ event_id, user_id: staff.user.id, added_by });
  const doorsOf = async ({ headers }: typeof owner) => {
    const { body } = await ask('/api/my/tonight', { headers });
    return (body as unknown as { doors: { slug: string }[] }).doors.map(({ slug }) => slug);
  };
  expect(await doorsOf(owner)).toEqual([]);
  expect((await ask('/api/my/doors', owner)).body.error.code).toBe('launch.off');
  await launch('payments', true);
  await launch('handover', true);
  for (const person of [owner, helper, staff]) expect(await doorsOf(person)).toEqual([tonight.slug]);
  expect(await doorsOf(admin)).toEqual([own.slug]);
  expect(await doorsOf(visitor)).toEqual([]);
  // The menu lists the same doors, even while the page of tonight is switched off.
  await launch('live', false);
  const inMenu = async ({ headers }: typeof owner) => (await ask('/api/my/doors', { headers })).body['doors'];
  for (const person of [owner, helper, staff]) expect(await inMenu(person)).toMatchObject([{ slug: tonight.slug }]);
  expect([await inMenu(admin), await inMenu(visitor)]).toMatchObject([[{ slug: own.slug }], []]);
  expect((await ask('/api/my/doors')).status).toBe(401);
});
