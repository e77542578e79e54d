import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { handoverRow, paymentRow } from '../../../drizzle/seed/payment-rows.ts';
import { ticketRequestRow, waitlistRow } from '../../../drizzle/seed/rows.ts';
import {
  eventViews,
  type Handover,
  handoverDays,
  handovers,
  payments,
  profiles,
  sellerFacts,
  sellerFailures,
  siteFacts,
  ticketRequests,
  waitlist,
} from '../../../drizzle/tables/all-tables.ts';
import { newYorkDate } from '../../../worker/contract/time/new-york-time.ts';
import { NO_COUNTS } from '../../../worker/contract/people/seller-facts.ts';
import { measureSiteFacts } from '../../../worker/features/nights/events/measure-site.cron.ts';
import { shareMark } from '../../support/worker/people/circle.ts';
import { callCounted } from '../../support/worker/call.ts';
import { db } from '../../support/worker/db.ts';
import { eventWithTickets, newBuyer } from '../../support/worker/trade/event-with-tickets.ts';
import { launch } from '../../support/worker/launch.ts';
import { DAY_MS, MINUTE_MS } from '../../support/worker/trade/paid-deal.ts';
import { paidSale } from '../../support/worker/trade/paid-sale.ts';

const AT = Date.UTC(2030, 5, 1, 12);
const DAY = Math.floor(AT / 86_400_000);

beforeEach(async () => {
  await db.delete(siteFacts);
  await db.delete(handoverDays);
});

const factsOf = async (id: string) => {
  const [row] = await db.select().from(sellerFacts).where(eq(sellerFacts.user_id, id));
  return row && Object.fromEntries(Object.entries(row).filter(([, value]) => typeof value === 'number' && value > 0));
};

const newSeller = async () => (await newBuyer()).id;

type End = Partial<Handover> & Pick<Handover, 'status'>;

async function soldBy(seller_id: string, end: End, more: { buyer_id?: string } = {}) {
  const sale = await paidSale({ seller_id, handover: { status: 'delivered' }, ...more });
  await endHandover(sale.request_id, end);
  return sale;
}

const endHandover = (request_id: string, end: End) =>
  db
    .update(handovers)
    .set({ ended_at: new Date(AT), ended_by: 'buyer', ...end })
    .where(eq(handovers.request_id, request_id));

test('a seller’s facts count every received hand-over, but each event only once', async () => {
  const seller = await newSeller();
  const { event, listing } = await soldBy(seller, { status: 'received' });
  await soldBy(seller, { status: 'received', ended_by: 'time' });
  expect(await factsOf(seller)).toEqual({ received: 2, events: 2 });
  const again = ticketRequestRow({
    event_id: event.id,
    listing_id: listing.id,
    buyer_id: await newSeller(),
    seller_id: seller,
  });
  await db.insert(ticketRequests).values({ ...again, status: 'accepted' });
  await db.insert(payments).values(paymentRow({ request_id: again.id, status: 'captured' }));
  await db.insert(handovers).values(handoverRow({ request_id: again.id, due_at: new Date(AT), status: 'delivered' }));
  await endHandover(again.id, { status: 'received' });
  expect(await factsOf(seller)).toEqual({ received: 3, events: 2 });
  expect(await db.select().from(handoverDays)).toEqual([{ day: DAY, received: 3, failed: 0 }]);
});

test('a failed hand-over counts against the seller only if the seller is at fault', async () => {
  const seller = await newSeller();
  const late = await soldBy(seller, { status: 'failed', ended_by: 'time' });
  const failed = { seller_id: seller, created_at: new Date(AT) };
  await db.insert(sellerFailures).values({ ...failed, request_id: late.request_id });
  expect(await factsOf(seller)).toEqual({ failed: 1 });
  const problem = { problem: 'It did not work.', problem_at: new Date(AT) };
  const decided = await soldBy(seller, { status: 'failed', ended_by: 'staff', ...problem });
  await db.insert(sellerFailures).values({ ...failed, request_id: decided.request_id });
  // The seller did not have to send these tickets, because the buyer's bank disputed the payment.
  await soldBy(seller, { status: 'failed', ended_by: 'time' });
  await soldBy(seller, { status: 'failed', ended_by: 'event' });
  await soldBy(seller, { status: 'failed', ended_by: 'staff' });
  expect(await factsOf(seller)).toEqual({ failed: 2 });
  expect(await db.select().from(handoverDays)).toEqual([{ day: DAY, received: 0, failed: 2 }]);
});

test('a hand-over between two accounts that share a card does not count', async () => {
  const [seller, buyer_id] = [await newSeller(), await newSeller()];
  await shareMark([{ id: seller }, { id: buyer_id }], 'card');
  await soldBy(seller, { status: 'received' }, { buyer_id });
  expect([await factsOf(seller), await db.select().from(handoverDays)]).toEqual([undefined, []]);
});

interface Shown {
  listings: { seller: { is_student_verified: boolean; badge_at: string | null; facts: object | null } }[];
  tiles: object;
}

const shownAt = async (slug: string) => {
  const { answer, cost } = await callCounted(`/api/events/${slug}?with=listings&at=${crypto.randomUUID()}`);
  expect(cost.round_trips).toBe(1);
  return answer.json<Shown>();
};

test('the page of an event shows the facts and the current badge of each seller', async () => {
  await launch('payments', false);
  const { event, seller } = await eventWithTickets([{}]);
  expect((await shownAt(event.slug)).listings).toMatchObject([
    { seller: { is_student_verified: true, badge_at: null, facts: null } },
  ]);
  const counts = { ...NO_COUNTS, events: 12, received: 49, failed: 1, answers_1h: 5 };
  await db.insert(sellerFacts).values({ ...counts, user_id: seller.id });
  const facts = { events: 12, has_sold: true, worked: 98, answers: '1h' };
  expect((await shownAt(event.slug)).listings).toMatchObject([{ seller: { facts } }]);
  const [badge_at, badge_until] = [new Date(Date.now() - 2 * DAY_MS), new Date(Date.now() - DAY_MS)];
  await db.update(profiles).set({ badge_at, badge_until }).where(eq(profiles.id, seller.id));
  expect((await shownAt(event.slug)).listings).toMatchObject([{ seller: { is_student_verified: false } }]);
});

test('a seller without facts is shown as new only while payments are on', async () => {
  const { event } = await eventWithTickets([{}]);
  await launch('payments', true);
  const fresh = { events: 0, has_sold: false, worked: null, answers: null };
  expect((await shownAt(event.slug)).listings).toMatchObject([{ seller: { facts: fresh } }]);
  await launch('payments', false);
  expect((await shownAt(event.slug)).listings).toMatchObject([{ seller: { facts: null } }]);
});

test('the tile “Rating” of the event page is measured every ten minutes', async () => {
  await db.update(profiles).set({ is_student_verified: true, badge_at: null, badge_until: null });
  const { event, seller, listed } = await eventWithTickets([{ quantity: 4 }, { quantity: 6 }]);
  const tiles = async () => (await shownAt(event.slug)).tiles;
  expect(await tiles()).toEqual({ demand: 'Quiet', verified: 100, worked: null });
  await db.insert(eventViews).values({ event_id: event.id, day: newYorkDate(new Date()), views: 100_000 });
  expect(await tiles()).toMatchObject({ demand: 'Rising' });
  await db.delete(eventViews);
  const wait = async (confirmed_at: Date | null, count: number) => {
    for (let at = 0; at < count; at += 1)
      await db.insert(waitlist).values(waitlistRow({ event_id: event.id, confirmed_at }));
  };
  await wait(null, 5);
  expect(await tiles()).toMatchObject({ demand: 'Quiet' });
  await wait(new Date(), 5);
  expect(await tiles()).toMatchObject({ demand: 'Rising' });
  await db.delete(waitlist);
  const row = { event_id: event.id, listing_id: listed[0]!.id, seller_id: seller.id };
  // Demand counts buyers: the second ticket request of a buyer does not raise it.
  for (let at = 0; at < 20; at += 1) {
    expect(await tiles()).toMatchObject({ demand: at < 5 ? 'Quiet' : 'Rising' });
    const buyer_id = await newSeller();
    for (let times = 0; times < 2; times += 1) {
      await db.insert(ticketRequests).values(ticketRequestRow({ ...row, buyer_id }));
      await db.update(ticketRequests).set({ status: 'cancelled' }).where(eq(ticketRequests.buyer_id, buyer_id));
    }
  }
  expect(await tiles()).toMatchObject({ demand: 'High' });
  const now = Date.now();
  const today = Math.floor(now / DAY_MS);
  await db.insert(handoverDays).values([
    { day: today, received: 27, failed: 1 },
    { day: today - 179, received: 27, failed: 1 },
    { day: today - 180, received: 0, failed: 500 },
  ]);
  for (let at = 0; at < 24; at += 1) await eventWithTickets([{}]);
  await measureSiteFacts(env, new Date(now));
  const [measured] = await db.select().from(siteFacts);
  expect(measured).toMatchObject({ received: 54, failed: 2 });
  expect(measured!.verified).toBe(measured!.sellers);
  expect(await tiles()).toMatchObject({ verified: 100, worked: 96 });
  await db.update(profiles).set({ is_student_verified: false }).where(eq(profiles.id, seller.id));
  expect(await tiles()).toMatchObject({ verified: 0 });
  await db.insert(handoverDays).values({ day: today - 1, received: 0, failed: 56 });
  await measureSiteFacts(env, new Date(now + 9 * MINUTE_MS));
  expect(await tiles()).toMatchObject({ worked: 96 });
  await measureSiteFacts(env, new Date(now + 10 * MINUTE_MS));
  expect(await tiles()).toMatchObject({ worked: 48 });
});
