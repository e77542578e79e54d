import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { profileRow } from '../../../../drizzle/seed/rows.ts';
import { events, listings, payments, profiles, ticketRequests, venues } from '../../../../drizzle/tables/all-tables.ts';
import { type Fees, priceOf } from '../../../../worker/contract/trade/fees.ts';
import { PAYMENTS_WORD } from '../../../../worker/contract/staff/launch.ts';
import { QUESTION_NAMES } from '../../../../worker/contract/staff/payments-questions.ts';
import { requestTickets } from '../../../../worker/features/trade/requests/request-tickets.db.ts';
import { feesOf } from '../../../../worker/http/shared/configured-fees.ts';
import { ask } from '../../../support/worker/admin.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { callCounted } from '../../../support/worker/call.ts';
import { db } from '../../../support/worker/db.ts';
import { eventWithTickets, newBuyer } from '../../../support/worker/trade/event-with-tickets.ts';
import { removeEvents } from '../../../support/worker/nights/events-list.ts';
import { fakeProvider } from '../../../support/worker/trade/fake-provider.ts';
import { launch, launchForFile } from '../../../support/worker/launch.ts';
import { open } from '../../../support/worker/open-page.ts';
import { night, cardsOf, read, ROOM } from '../../../support/worker/trade/priced-event.ts';

launchForFile('venues');

const FEES = feesOf(env);
interface Priced {
  fees_included?: boolean;
  price_range: { min: number; max: number } | null;
  listings: { ask_price: number; total_price?: number; fee?: number; is_instant?: boolean; eligible: boolean }[];
}

beforeEach(async () => {
  await removeEvents();
  await launch('payments', false);
  await db.insert(venues).values(ROOM);
  await db.insert(profiles).values(profileRow({ id: 'seller' }));
});

const totalOf = (ask_cents: number, fees: Fees = FEES) => priceOf({ ask_cents, quantity: 1, fees }).total_cents / 100;

async function removeRequests(): Promise<void> {
  await db.batch([db.update(payments).set({ status: 'failed' }), db.delete(payments), db.delete(ticketRequests)]);
}

test('while payments are off, lists and event pages show ask prices and no fees', async () => {
  const { slug } = await night([3200, 4000], { ticket_price_cents: 3500 });
  for (const [card] of await cardsOf('/api/home', '/api/events', '/api/events?sort=asc', '/api/venues/room')) {
    expect(card).toMatchObject({ from_price: 32, ticket_price: 35 });
    expect(Object.keys(card!).filter((key) => /fee|total|instant/.test(key))).toEqual([]);
  }
  const { body } = await read<Priced>(`/api/events/${slug}?with=listings`);
  expect(body.price_range).toEqual({ min: 32, max: 40 });
  expect(JSON.stringify(body)).not.toMatch(/fee|total_price|instant/);
});

test('while payments are on, event lists, event pages and payments have the same total to the cent', async () => {
  await launch('payments', true);
  const buyer = await newBuyer();
  const someAsk = fc.integer({ min: 0, max: 400_000 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(someAsk, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 20_000 }),
      async (asks, face) => {
        await removeRequests();
        await db.batch([db.delete(listings), db.delete(events)]);
        const band = { ticket_price_cents: face, price_min_pct: -100, price_max_pct: 0 };
        const { slug, id: event_id } = await night(asks, band);
        const fair = asks.filter((cents) => cents <= face);
        const [first = face] = fair.toSorted((a, b) => a - b);
        const lists = await cardsOf('/api/home', '/api/events', '/api/events?sort=desc', '/api/venues/room');
        for (const [card] of lists) {
          expect(card).toMatchObject({
            ticket_price: face / 100,
            total_price: totalOf(first),
            from_price: fair.length > 0 ? totalOf(first) : null,
          });
          expect(Math.round((card!.total_price! - card!.fee!) * 100)).toBe(first);
        }
        const page = await read<Priced>(`/api/events/${slug}?with=listings`);
        expect([page.trips, page.body.fees_included]).toEqual([1, true]);
        const ordered = asks.toSorted((a, b) => a - b);
        expect(
          page.body.listings.map(({ ask_price, total_price, eligible }) => [ask_price, total_price, eligible]),
        ).toEqual(ordered.map((cents) => [cents / 100, totalOf(cents), cents <= face]));
        expect(page.body.price_range).toEqual({ min: totalOf(ordered[0]!), max: totalOf(ordered.at(-1)!) });
        expect((await read<Priced>(`/api/events/${slug}/listings`)).body.price_range).toEqual(page.body.price_range);
        if (fair.length === 0 || first === 0) return;
        const seen = 2 * Math.round(page.body.listings.find(({ eligible }) => eligible)!.total_price! * 100);
        const input = { buyer_id: buyer.id, event_id, quantity: 2, key: crypto.randomUUID() };
        const request = (most_total_cents: number) =>
          requestTickets(db, { input: { ...input, most_total_cents }, fees: FEES, now: new Date() });
        expect((await request(seen - 1)).granted).toMatchObject({ code: 'tickets.price_changed' });
        const { granted, payment } = await request(seen);
        expect(granted).toMatchObject({ quantity: 2, offered_price_cents: first });
        expect(payment!.tickets_cents + payment!.buyer_fee_cents).toBe(seen);
      },
    ),
    { numRuns: 12 },
  );
  await removeRequests();
});

test('while payments are on, a night without listings shows its face value with fees', async () => {
  await launch('payments', true);
  await night([], { ticket_price_cents: 3000 });
  await night([]);
  const [cards] = await cardsOf('/api/events?sort=asc');
  expect(cards).toMatchObject([
    { ticket_price: 30, from_price: null, total_price: 32.9, fee: 2.9 },
    { ticket_price: null, from_price: null, total_price: null, fee: null },
  ]);
});

test('while payments are on, each listing says whether it is “sold at once”', async () => {
  const { event } = await eventWithTickets([{ is_instant: true, ask_price_cents: 2500 }, { ask_price_cents: 2600 }]);
  const instants = async () =>
    (await read<Priced>(`/api/events/${event.slug}?with=listings`)).body.listings.map(({ is_instant }) => is_instant);
  expect(await instants()).toEqual([undefined, undefined]);
  await launch('payments', true);
  expect(await instants()).toEqual([true, false]);
});

test('a buyer who asks for tickets “sold at once” gets the cheapest listing that is “sold at once”', async () => {
  await launch('payments', true);
  const { event } = await eventWithTickets([
    { ask_price_cents: 2500 },
    { ask_price_cents: 2700, is_instant: true },
    { ask_price_cents: 2800, is_instant: true },
  ]);
  const { id: buyer_id } = await newBuyer();
  const input = { buyer_id, event_id: event.id, quantity: 1, at_once: true };
  const request = (key: string) => requestTickets(db, { input: { ...input, key }, fees: FEES, now: new Date() });
  const { granted, payment } = await request('quick');
  expect(granted).toMatchObject({ offered_price_cents: 2700 });
  expect(payment).toMatchObject({ sold_at_once: true });
  await removeRequests();
  await db.update(listings).set({ is_instant: false });
  expect((await request('none')).granted).toMatchObject({ code: 'tickets.none_available' });
  await removeRequests();
});

test('turning on payments purges the cached lists and pages that show prices', async () => {
  fakeProvider({ webhookUrl: `${env.SITE_URL}/api/payments/events` });
  const { headers } = await signedInAs('admin');
  const { slug } = await night([3000]);
  const answers = ['/api/home', '/api/events', '/api/venues/room', `/api/events/${slug}/listings`];
  const pages = ['/events', '/venues/room', `/events/${slug}`];
  const texts = async () => [
    ...(await Promise.all(answers.map(async (path) => (await callCounted(path)).answer.text()))),
    ...(await Promise.all(pages.map(async (path) => (await open(path)).html))),
  ];
  const before = await texts();
  // Matches 32.9 and 32.90, but not the seconds of a time, such as 32.937.
  const total = /\b32\.90?(?!\d)/;
  for (const text of before) expect(text).not.toMatch(total);
  expect(await texts()).toEqual(before);
  const moved = await ask('/api/admin/launch/payments', {
    headers,
    method: 'PUT',
    json: { is_on: true, was_on: false, word: PAYMENTS_WORD, answered: QUESTION_NAMES },
  });
  expect(moved.status).toBe(200);
  for (const text of await texts()) expect(text).toMatch(total);
});
