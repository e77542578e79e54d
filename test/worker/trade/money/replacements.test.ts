import { env } from 'cloudflare:workers';
import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { type Listing, listings, problems, sellerFailures } from '../../../../drizzle/tables/all-tables.ts';
import { reportWrongCode } from '../../../../worker/features/trade/handover/report-wrong-code.ts';
import { post } from '../../../support/worker/trade/ask-for-tickets.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { db } from '../../../support/worker/db.ts';
import {
  listOther,
  openTickets,
  problemOf,
  replacementOf,
  ticketsOf,
} from '../../../support/worker/trade/kept-tickets.ts';
import { launch } from '../../../support/worker/launch.ts';
import {
  balanceOf,
  type Deal,
  factsOf,
  HOUR_MS,
  later,
  look,
  refunded,
  statusOf,
  step,
} from '../../../support/worker/trade/paid-deal.ts';
import { sentElsewhere, difference, failuresOf } from '../../../support/worker/trade/problem-calls.ts';
import { buy, replacedDeal } from '../../../support/worker/trade/deals/deals.ts';
import { stockOf } from '../../../support/worker/trade/event-with-tickets.ts';

beforeEach(() => launch('handover', true));

test('tickets that were not sent in time are replaced by the cheapest available ones, and the seller’s failure is stored', async () => {
  const deal = await sentElsewhere('captured');
  const dearer = await listOther(deal, { ask_price_cents: 2600 });
  const cheapest = await listOther(deal, { ask_price_cents: 2500 });
  await later(deal, 25 * HOUR_MS);
  const next = (await replacementOf(deal))!;
  const sold = { request: 'accepted', payment: 'captured', refunds: [] };
  expect(await statusOf(deal)).toEqual({ ...sold, handover: 'failed', payout: 'dropped' });
  expect(await statusOf(next)).toEqual({ ...sold, handover: 'delivered', payout: 'due' });
  const { id: listing_id, seller_id } = cheapest.listing;
  expect(await factsOf(next)).toMatchObject({
    request: { listing_id, seller_id, quantity: 1 },
    payment: { replaces: deal.id, paid_from: deal.id, added_cents: 0, intent_id: null },
  });
  expect(await ticketsOf(next)).toHaveLength(1);
  expect(await balanceOf(`hold:${deal.id}`)).toBe(0);
  expect(await balanceOf(`hold:${next.id}`)).toBe(-2750);
  expect(await stockOf(cheapest.listing)).toMatchObject({ status: 'sold', quantity: 0 });
  expect(await stockOf(dearer.listing)).toMatchObject({ status: 'active', quantity: 1 });
  expect(await failuresOf(deal)).toMatchObject([{ request_id: deal.id, settled_at: null }]);
  await later(deal, HOUR_MS);
  expect(await ticketsOf(next)).toHaveLength(1);
  expect(await difference(deal)).toBe(0);
});

/** Listings that cannot be a replacement. Each fails in exactly one respect. */
const UNFIT: [why: string, over: (deal: Deal) => Partial<Listing>][] = [
  ['is not “sold at once”', () => ({ is_instant: false })],
  ['is handed over by transfer', () => ({ handover_kind: 'transfer' })],
  ['belongs to the buyer', ({ buyer }) => ({ seller_id: buyer.user.id })],
  ['belongs to the seller who failed', ({ seller }) => ({ seller_id: seller.user.id })],
  ['costs more than one and a half times the original price', () => ({ ask_price_cents: 3800 })],
  ['is off sale', () => ({ status: 'withdrawn' })],
];

test.each(UNFIT)('unsent tickets are fully refunded if the only other listing %s', async (_why, over) => {
  const deal = await sentElsewhere('captured');
  await listOther(deal, over(deal));
  await later(deal, 25 * HOUR_MS);
  expect(await replacementOf(deal)).toBeNull();
  expect(await statusOf(deal)).toMatchObject({ handover: 'failed', payout: 'dropped', refunds: [['sent', 2750]] });
  expect(refunded(deal)).toBe(2750);
  expect(await difference(deal)).toBe(0);
});

test('if a bank reviews the payment when the tickets are due, the sale ends, and the seller is not at fault', async () => {
  const deal = await sentElsewhere('captured');
  await listOther(deal, { ask_price_cents: 2500 });
  deal.fake.act.dispute((await factsOf(deal)).payment.charge_id!, { amount: 2750 });
  await look(deal);
  await later(deal, 25 * HOUR_MS);
  expect(await replacementOf(deal)).toBeNull();
  expect(await statusOf(deal)).toMatchObject({ payment: 'captured', handover: 'failed', refunds: [['due', 2750]] });
  expect(await failuresOf(deal)).toEqual([]);
  const { json } = await post('/api/my/ticket-requests', { headers: deal.buyer.headers, method: 'GET' });
  const refund = { because: 'disputed', amount: 27.5 };
  expect(json).toMatchObject({ ticket_requests: [{ payment: { refund } }] });
});

test('a listing outside the price band, or of a seller who has failed before, cannot be a replacement', async () => {
  const other = await sentElsewhere('captured');
  const event = { ticket_price_cents: 2500, price_min_pct: -10, price_max_pct: 20 };
  const deal = await sentElsewhere('captured', { event });
  await listOther(deal, { ask_price_cents: 3100 });
  const { seller } = await listOther(deal, { ask_price_cents: 2500 });
  await db.insert(sellerFailures).values({ request_id: other.id, seller_id: seller.user.id, created_at: new Date() });
  await later(deal, 25 * HOUR_MS);
  expect(await replacementOf(deal)).toBeNull();
  expect(await statusOf(deal)).toMatchObject({ refunds: [['sent', 2750]] });
});

test('staff can replace a failed replacement, up to three replacements in all', async () => {
  let deal = await sentElsewhere('captured');
  for (let at = 0; at < 5; at++) await listOther(deal, { ask_price_cents: 2500 });
  await later(deal, 25 * HOUR_MS);
  const held: unknown[] = [];
  for (let times = 1; times <= 3; times++) {
    deal = (await replacementOf(deal))!;
    expect(deal).not.toBeNull();
    await openTickets(deal);
    await reportWrongCode(env, { id: deal.id, buyer_id: deal.buyer.user.id, now: new Date() });
    await db.update(problems).set({ ruled_by: 'staff' }).where(eq(problems.request_id, deal.id));
    await look(deal);
    held.push((await problemOf(deal))!.held_because);
    const open = and(eq(problems.request_id, deal.id), eq(problems.status, 'open'));
    await db.update(problems).set({ ruled_by: 'staff' }).where(open);
    await look(deal);
  }
  expect(held).toEqual(['buyer_again', 'buyer_again', null]);
  expect(await replacementOf(deal)).toBeNull();
  expect(await statusOf(deal)).toMatchObject({ handover: 'failed', refunds: [['sent', 2750]] });
  expect(refunded(deal)).toBe(2750);
  expect(await difference(deal)).toBe(0);
});

test('a dispute of the original charge freezes the replacement seller’s payout, and a lost dispute takes it away', async () => {
  const { deal, seller, ...replaced } = await replacedDeal(3000);
  const next = { ...replaced.next, seller };
  await openTickets(next);
  await step(next, 'buyer', 'received');
  await look(next);
  expect(await balanceOf(`payable:${seller.user.id}`)).toBe(-3000);
  deal.fake.act.dispute([...deal.fake.state().charges.keys()][0]!);
  await deal.fake.pump();
  await look(deal);
  await look(next);
  expect((await factsOf(next)).payout).toMatchObject({ status: 'frozen' });
  expect(await balanceOf(`disputed:${next.id}`)).toBe(2750);
  deal.fake.act.closeDispute([...deal.fake.state().disputes.keys()].at(-1)!, 'lost');
  await look(next);
  expect((await factsOf(next)).payment).toMatchObject({ taken_cents: 2750 });
  expect(await balanceOf(`payable:${seller.user.id}`)).toBe(0);
  expect(await difference(deal)).toBe(0);
});

test('if two buyers need the same ticket as a replacement, one gets it and the other gets the money back', async () => {
  const one = await sentElsewhere('captured');
  const two = { ...one, buyer: await signedInAs('user'), id: '' };
  await buy(two);
  await listOther(one, { ask_price_cents: 2500 });
  one.clock.ahead = two.clock.ahead = 25 * HOUR_MS;
  await Promise.all([look(one), look(two), look(one), look(two)]);
  const found = [await replacementOf(one), await replacementOf(two)];
  expect(found.filter(Boolean)).toHaveLength(1);
  const without = found[0] ? two : one;
  await look(without);
  expect(await statusOf(without)).toMatchObject({ handover: 'failed', payout: 'dropped', refunds: [['sent', 2750]] });
  expect(refunded(one)).toBe(2750);
  expect(await difference(one)).toBe(0);
});

test('simultaneous calls of settle replace the tickets only once', async () => {
  const deal = await sentElsewhere('captured');
  for (let at = 0; at < 3; at++) await listOther(deal, { ask_price_cents: 2500 });
  deal.clock.ahead = 25 * HOUR_MS;
  await Promise.all([look(deal), look(deal), look(deal)]);
  const next = (await replacementOf(deal))!;
  expect(await ticketsOf(next)).toHaveLength(1);
  expect(await balanceOf(`hold:${next.id}`)).toBe(-2750);
  const sold = and(eq(listings.event_id, deal.event.id), eq(listings.status, 'sold'));
  expect(await db.$count(listings, sold)).toBe(1);
});
