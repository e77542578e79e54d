import { env } from 'cloudflare:workers';
import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { refundRow } from '../../../../drizzle/seed/payment-rows.ts';
import { events, type Listing, listings, problems, refunds, sellerFailures } from '../../../../drizzle/tables/all-tables.ts';
import { reportWrongCode } from '../../../../worker/features/trade/handover/report-wrong-code.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { callCounted } from '../../../support/worker/call.ts';
import { db } from '../../../support/worker/db.ts';
import { aPhone, askForPasses } from '../../../support/worker/door.ts';
import { offerOther, openTickets, problemOf, replacementOf, ticketsOf } from '../../../support/worker/trade/kept-tickets.ts';
import { launch } from '../../../support/worker/launch.ts';
import { mailsTo } from '../../../support/worker/talk/mailbox.ts';
import {
  askAs,
  balanceOf,
  type Deal,
  dealAt,
  factsOf,
  HOUR_MS,
  later,
  look,
  pay,
  MINUTE_MS,
  refunded,
  statusOf,
  step,
} from '../../../support/worker/trade/paid-deal.ts';

beforeEach(() => launch('handover', true));

/** A paid ticket of $25, for $27.50 in all, that the seller sends elsewhere. */
const sentElsewhere = (stage: 'captured' | 'delivered' = 'delivered', night: Parameters<typeof dealAt>[1] = {}) =>
  dealAt(stage, { ...night, listing: { handover_kind: 'transfer' } });

/** The ledger less the provider's balance, in cents. */
const difference = async ({ fake, before }: Deal) => (await balanceOf('provider')) - before - fake.state().balance;

const failuresOf = ({ seller }: Deal) => db.select().from(sellerFailures).where(eq(sellerFailures.seller_id, seller.user.id));

const owedBy = ({ seller }: Deal) => balanceOf(`receivable:${seller.user.id}`);

test('tickets that are not sent in time are replaced by the cheapest others in one transaction, and the seller has failed', async () => {
  const deal = await sentElsewhere('captured');
  const dearer = await offerOther(deal, { ask_price_cents: 2600 });
  const cheapest = await offerOther(deal, { ask_price_cents: 2500 });
  await later(deal, 25 * HOUR_MS);
  const next = (await replacementOf(deal))!;
  expect(await statusOf(deal)).toEqual({ request: 'accepted', payment: 'captured', handover: 'failed', payout: 'dropped', refunds: [] });
  expect(await statusOf(next)).toEqual({ request: 'accepted', payment: 'captured', handover: 'delivered', payout: 'due', refunds: [] });
  expect((await factsOf(next)).request).toMatchObject({ listing_id: cheapest.listing.id, seller_id: cheapest.seller.user.id, quantity: 1 });
  expect((await factsOf(next)).payment).toMatchObject({ replaces: deal.id, paid_from: deal.id, added_cents: 0, intent_id: null });
  expect(await ticketsOf(next)).toHaveLength(1);
  expect(await balanceOf(`hold:${deal.id}`)).toBe(0);
  expect(await balanceOf(`hold:${next.id}`)).toBe(-2750);
  expect((await db.select().from(listings).where(eq(listings.id, cheapest.listing.id)))[0]).toMatchObject({ status: 'sold', quantity: 0 });
  expect((await db.select().from(listings).where(eq(listings.id, dearer.listing.id)))[0]).toMatchObject({ status: 'active', quantity: 1 });
  expect(await failuresOf(deal)).toMatchObject([{ request_id: deal.id, settled_at: null }]);
  // A repeat changes nothing.
  await later(deal, HOUR_MS);
  expect(await ticketsOf(next)).toHaveLength(1);
  expect(await difference(deal)).toBe(0);
});

/** Listings that replace nothing. Each is as good as it can be but for one thing. */
const UNFIT: [why: string, over: (deal: Deal) => Partial<Listing>][] = [
  ['asks its seller first', () => ({ is_instant: false })],
  ['is sent elsewhere', () => ({ handover_kind: 'transfer' })],
  ['belongs to the buyer', ({ buyer }) => ({ seller_id: buyer.user.id })],
  ['belongs to the seller who failed', ({ seller }) => ({ seller_id: seller.user.id })],
  ['costs more than half as much again', () => ({ ask_price_cents: 3800 })],
  ['is off sale', () => ({ status: 'withdrawn' })],
];

test.each(UNFIT)('if the only other listing %s, the buyer gets all the money back', async (_why, over) => {
  const deal = await sentElsewhere('captured');
  await offerOther(deal, over(deal));
  await later(deal, 25 * HOUR_MS);
  expect(await replacementOf(deal)).toBeNull();
  expect(await statusOf(deal)).toMatchObject({ handover: 'failed', payout: 'dropped', refunds: [['sent', 2750]] });
  expect(refunded(deal)).toBe(2750);
  expect(await difference(deal)).toBe(0);
});

test('a listing outside the price band replaces nothing, and neither does one of a seller who has failed before', async () => {
  const other = await sentElsewhere('captured');
  const deal = await sentElsewhere('captured', { event: { ticket_price_cents: 2500, price_min_pct: -10, price_max_pct: 20 } });
  await offerOther(deal, { ask_price_cents: 3100 });
  const { seller } = await offerOther(deal, { ask_price_cents: 2500 });
  await db.insert(sellerFailures).values({ request_id: other.id, seller_id: seller.user.id, created_at: new Date() });
  await later(deal, 25 * HOUR_MS);
  expect(await replacementOf(deal)).toBeNull();
  expect(await statusOf(deal)).toMatchObject({ refunds: [['sent', 2750]] });
});

test('the seller who failed owes what a replacement costs more, and no more of it if the buyer gets the money back', async () => {
  const deal = await sentElsewhere('captured');
  await offerOther(deal, { ask_price_cents: 3500 });
  await later(deal, 25 * HOUR_MS);
  const next = (await replacementOf(deal))!;
  expect((await factsOf(next)).payment).toMatchObject({ tickets_cents: 3500, buyer_fee_cents: 330, added_cents: 1080 });
  expect(await owedBy(deal)).toBe(1080);
  expect(await balanceOf(`hold:${next.id}`)).toBe(-3830);
  await db.update(events).set({ cancelled_at: new Date() }).where(eq(events.id, deal.event.id));
  await later(next, 5 * MINUTE_MS);
  expect(await statusOf(next)).toMatchObject({ handover: 'failed', refunds: [['sent', 2750]] });
  expect(refunded(deal)).toBe(2750);
  expect(await owedBy(deal)).toBe(0);
  expect(await balanceOf(`hold:${next.id}`)).toBe(0);
  expect(await difference(deal)).toBe(0);
});

test('the buyer gets back the difference to a cheaper replacement', async () => {
  const deal = await sentElsewhere('captured');
  await offerOther(deal, { ask_price_cents: 2300 });
  await later(deal, 25 * HOUR_MS);
  const next = (await replacementOf(deal))!;
  await look(next);
  expect(await statusOf(next)).toMatchObject({ handover: 'delivered', refunds: [['sent', 216]] });
  expect(refunded(deal)).toBe(216);
  expect(await balanceOf(`hold:${next.id}`)).toBe(-2534);
  expect(await balanceOf(`refund_due:${next.id}`)).toBe(0);
  expect(await difference(deal)).toBe(0);
});

test('a replacement at half the price opens and has passes, although as much money goes back', async () => {
  const deal = await sentElsewhere('captured', { event: { ticket_price_cents: 2500, price_min_pct: -60 } });
  await offerOther(deal, { ask_price_cents: 1000 });
  await later(deal, 25 * HOUR_MS);
  const next = (await replacementOf(deal))!;
  await look(next);
  expect(await statusOf(next)).toMatchObject({ handover: 'delivered', refunds: [['sent', 1620]] });
  const { answer } = await callCounted(`/api/ticket-requests/${next.id}/tickets`, { headers: deal.buyer.headers });
  expect((await answer.json<{ why_not: string | null }>()).why_not).not.toBe('ended');
  const passes = await askForPasses(next.id, { ...deal.buyer, device_key: (await aPhone()).device_key });
  expect([passes.status, passes.error]).toEqual([200, undefined]);
});

test('the passes of a dearer replacement are void once the buyer has got back what they paid', async () => {
  const deal = await sentElsewhere('captured');
  await offerOther(deal, { ask_price_cents: 3500 });
  await later(deal, 25 * HOUR_MS);
  const next = (await replacementOf(deal))!;
  await openTickets(next);
  await step(next, 'buyer', 'received');
  await db.insert(refunds).values(refundRow({ request_id: next.id, amount_cents: 2750, reason: 'problem', status: 'due' }));
  await look(next);
  expect(refunded(deal)).toBe(2750);
  const passes = await askForPasses(next.id, { ...deal.buyer, device_key: (await aPhone()).device_key });
  expect([passes.status, passes.error.code]).toEqual([409, 'door.pass_void']);
});

test.each([
  [2300, 'You pay nothing more. The price is lower, so $2.16 goes back to your card. Open it in My tickets.'],
  [3500, 'You pay nothing more. Open it in My tickets.'],
])('a buyer whose tickets were not sent in time reads what the others (%i cents) cost, and the seller of no refund', async (ask, cost) => {
  const deal = await sentElsewhere('captured');
  await offerOther(deal, { ask_price_cents: ask });
  for (const ms of [25 * HOUR_MS, MINUTE_MS]) await later(deal, ms);
  const { title } = deal.event;
  const textsTo = async ({ user }: Deal['buyer'], about: string) =>
    (await mailsTo(user.email!)).filter(({ subject }) => subject === `${about}: ${title}`).map(({ text }) => text);
  const found = `The seller did not hand over 1 ticket for ${title} in time. We found you another ticket for the same night. ${cost}`;
  expect(await textsTo(deal.buyer, 'We found you another ticket')).toEqual([expect.stringContaining(found)]);
  const notPaid = `The buyer of 1 ticket for ${title} gets other tickets, and nothing is paid out.`;
  expect(await textsTo(deal.seller, 'Not paid out')).toEqual([expect.stringContaining(notPaid)]);
  expect(await textsTo(deal.seller, 'Not paid out')).not.toEqual([expect.stringContaining('back')]);
});

test('a replacement that fails too is replaced again if staff agree, three times at most, and its seller is paid for none', async () => {
  let deal = await sentElsewhere('captured');
  for (let at = 0; at < 5; at++) await offerOther(deal, { ask_price_cents: 2500 });
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
    await db
      .update(problems)
      .set({ ruled_by: 'staff' })
      .where(and(eq(problems.request_id, deal.id), eq(problems.status, 'open')));
    await look(deal);
  }
  expect(held).toEqual(['buyer_again', 'buyer_again', null]);
  expect(await replacementOf(deal)).toBeNull();
  expect(await statusOf(deal)).toMatchObject({ handover: 'failed', refunds: [['sent', 2750]] });
  expect(refunded(deal)).toBe(2750);
  expect(await difference(deal)).toBe(0);
});

test('the seller of a replacement is paid, and a dispute of the charge belongs to the replacement', async () => {
  const deal = await sentElsewhere('captured');
  const other = await offerOther(deal, { ask_price_cents: 3000 });
  await later(deal, 25 * HOUR_MS);
  const next = { ...(await replacementOf(deal))!, seller: other.seller };
  await openTickets(next);
  await step(next, 'buyer', 'received');
  await look(next);
  expect(await balanceOf(`payable:${other.seller.user.id}`)).toBe(-3000);
  deal.fake.act.dispute([...deal.fake.state().charges.keys()][0]!);
  await deal.fake.pump();
  await look(deal);
  await look(next);
  expect((await factsOf(next)).payout).toMatchObject({ status: 'frozen' });
  expect(await balanceOf(`disputed:${next.id}`)).toBe(2750);
  deal.fake.act.closeDispute([...deal.fake.state().disputes.keys()].at(-1)!, 'lost');
  await look(next);
  expect((await factsOf(next)).payment).toMatchObject({ taken_cents: 2750 });
  expect(await balanceOf(`payable:${other.seller.user.id}`)).toBe(0);
  expect(await difference(deal)).toBe(0);
});

test('two buyers who need the same ticket: one gets it, the other the money', async () => {
  const one = await sentElsewhere('captured');
  const two = { ...one, buyer: await signedInAs('user'), id: '' };
  await askAs(two);
  await pay(two);
  await step(two, 'seller', 'accept');
  await later(two, 11_000);
  await offerOther(one, { ask_price_cents: 2500 });
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

test('two drivers at once replace the tickets once', async () => {
  const deal = await sentElsewhere('captured');
  for (let at = 0; at < 3; at++) await offerOther(deal, { ask_price_cents: 2500 });
  deal.clock.ahead = 25 * HOUR_MS;
  await Promise.all([look(deal), look(deal), look(deal)]);
  const next = (await replacementOf(deal))!;
  expect(await ticketsOf(next)).toHaveLength(1);
  expect(await balanceOf(`hold:${next.id}`)).toBe(-2750);
  const sold = await db
    .select()
    .from(listings)
    .where(sql`event_id = ${deal.event.id} and status = 'sold'`);
  expect(sold).toHaveLength(1);
});
