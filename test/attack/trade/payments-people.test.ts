import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { payments, ticketRequests } from '../../../drizzle/tables/all-tables.ts';
import { settlePayments } from '../../../worker/features/trade/payments/settle-payments.cron.ts';
import { openProvider } from '../../../worker/features/trade/provider/provider.ts';
import { ask } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import { launch } from '../../support/worker/launch.ts';
import { meantErrors } from '../../support/worker/no-surprise.ts';
import {
  askAs,
  booksOf,
  CLOSED,
  DAY_MS,
  dealAt,
  factsOf,
  HOUR_MS,
  later,
  look,
  MINUTE_MS,
  newDeal,
  refunded,
  STAGES,
  statusOf,
  step,
} from '../../support/worker/trade/paid-deal.ts';
import { ban, changeListing } from '../../support/worker/trade/deals/rows.ts';
import { nowOf } from '../../support/worker/trade/deals/deals.ts';
import { refusal } from '../../support/worker/trade/deals/calls.ts';

const DONE = { request: 'accepted', payment: 'captured' };

test('a request is refused if its tickets cost more than the total that the buyer saw', async () => {
  const deal = await newDeal();
  for (const raised of [2500, 2600]) {
    await changeListing(deal.listing.id, { ask_price_cents: raised });
    expect(refusal(await askAs(deal, { total: 27.49 }))).toEqual([409, 'tickets.price_changed']);
  }
  expect(await booksOf(deal)).toEqual(CLOSED(6, 0));
  expect(await db.select().from(ticketRequests).where(eq(ticketRequests.buyer_id, deal.buyer.user.id))).toEqual([]);
  expect((await askAs(deal, { total: 28.58 })).status).toBe(201);
});

test('changing the fees and the listing’s price does not change the amounts of an existing payment', async () => {
  const deal = await dealAt('authorized');
  await changeListing(deal.listing.id, { ask_price_cents: 9900 });
  const fees = env.FEE_BUYER_PCT;
  Object.assign(env, { FEE_BUYER_PCT: '20' });
  await step(deal, 'seller', 'accept');
  await later(deal, 11_000);
  Object.assign(env, { FEE_BUYER_PCT: fees });
  expect((await factsOf(deal)).payment).toMatchObject({
    status: 'captured',
    tickets_cents: 2500,
    buyer_fee_cents: 250,
  });
  expect(await booksOf(deal)).toMatchObject({ hold: 2750, difference: 0 });
});

test('a charge of a wrong amount is not booked, and staff see it', async () => {
  const deal = await dealAt('answered');
  const { intent_id } = (await factsOf(deal)).payment;
  await openProvider(env).captureIntent(intent_id!, { amount_to_capture: 2749 });
  await later(deal, 11_000);
  expect(meantErrors().join(' ')).toContain('The card was charged 2749 cents.');
  expect(await statusOf(deal)).toMatchObject({ request: 'pending', payment: 'authorized', handover: null });
  expect(await booksOf(deal)).toMatchObject({ hold: 0 });
  const { body } = await ask('/api/admin/money', { headers: (await signedInAs('admin')).headers });
  expect(body).toMatchObject({ stuck: { failing_payments: [{ request_id: deal.id }] } });
});

test('only the buyer can read a payment, and buyer and seller cannot act for each other', async () => {
  const deal = await dealAt('captured');
  const stranger = await signedInAs('user');
  for (const { headers } of [stranger, deal.seller])
    expect((await ask(`/api/payments/${deal.id}`, { headers })).status).toBe(404);
  const before = await statusOf(deal);
  for (const [as, to] of [
    ['buyer', 'delivered'],
    ['seller', 'received'],
    ['seller', 'problem'],
    ['buyer', 'accept'],
    ['seller', 'cancel'],
  ] as const) {
    expect([as, to, (await step(deal, as, to)).status]).toEqual([as, to, 404]);
  }
  expect(await statusOf(deal)).toEqual(before);
});

test('a seller cannot accept or decline a ticket request before the buyer’s card is authorized', async () => {
  const deal = await dealAt('awaiting');
  const { expires_at } = (await factsOf(deal)).request;
  for (const to of ['accept', 'decline'] as const)
    expect(refusal(await step(deal, 'seller', to))).toEqual([404, 'tickets.request_not_found']);
  expect((await factsOf(deal)).request).toMatchObject({ status: 'pending', answer: null, expires_at });
  expect(refusal(await askAs({ ...deal, buyer: deal.seller }))).toEqual([409, 'tickets.own_listing']);
});

test.each(STAGES.slice(0, 5))('a ban of seller or buyer at the stage “%s” costs nobody money', async (stage) => {
  for (const who of ['seller', 'buyer'] as const) {
    const deal = await dealAt(stage);
    const { id } = deal[who].user;
    await ban(id, 400 * DAY_MS);
    await later(deal, MINUTE_MS);
    await later(deal, 5 * DAY_MS);
    const { difference, open, stock, ...books } = await booksOf(deal);
    const { payment } = await factsOf(deal);
    expect([difference, open, stock[1], books.refund_due]).toEqual([0, 0, 0, 0]);
    const kept = books.hold + books.payable + refunded(deal);
    expect(kept).toBeGreaterThanOrEqual(payment.status === 'captured' ? 2500 : 0);
  }
});

test('after the switch `payments` is turned off, open payments finish and new requests have no payment', async () => {
  const deal = await dealAt('authorized', { listing: { is_instant: false } });
  await launch('payments', false);
  await step(deal, 'seller', 'accept');
  await later(deal, 11_000);
  await step(deal, 'seller', 'delivered');
  await step(deal, 'buyer', 'received');
  expect(await statusOf(deal)).toMatchObject({ ...DONE, handover: 'received' });
  await changeListing(deal.listing.id, { is_instant: true });
  const other = { ...deal, buyer: await signedInAs('user'), id: '' };
  const { json, status } = await askAs(other);
  expect([status, json.status, json.payment]).toEqual([201, 'pending', undefined]);
  await later(other, MINUTE_MS);
  expect(await db.select().from(payments).where(eq(payments.request_id, other.id))).toEqual([]);
});

test('two parallel ticket requests with the same idempotency key make one payment and one checkout', async () => {
  const deal = await newDeal();
  const answers = await Promise.all([askAs(deal, { key: 'attack-twice' }), askAs(deal, { key: 'attack-twice' })]);
  expect(answers.map(({ status, json }) => [status, json.id])).toEqual([
    [201, deal.id],
    [201, deal.id],
  ]);
  expect(deal.fake.state().sessions.size).toBe(1);
  expect(refusal(await askAs(deal))).toEqual([409, 'tickets.request_pending']);
  expect(await booksOf(deal)).toMatchObject({ stock: [5, 1] });
});

test('a buyer who cancels while paying, or pays after the time to pay is over, is not charged', async () => {
  const cancelled = await dealAt('awaiting');
  cancelled.fake.act.pay((await factsOf(cancelled)).payment.session_id!);
  await step(cancelled, 'buyer', 'cancel');
  await later(cancelled, MINUTE_MS);
  expect(await statusOf(cancelled)).toMatchObject({ request: 'cancelled', payment: 'failed' });
  expect(await booksOf(cancelled)).toEqual(CLOSED(6, 0));
  const late = await dealAt('awaiting');
  late.clock.ahead += 16 * MINUTE_MS;
  late.fake.act.pay((await factsOf(late)).payment.session_id!);
  await later(late, 0);
  expect(await statusOf(late)).toMatchObject({ request: 'expired', payment: 'failed' });
  expect(await booksOf(late)).toEqual(CLOSED(6, 0));
});

test('a buyer who cancels while the seller can still undo the answer is not charged', async () => {
  const deal = await dealAt('answered');
  expect((await step(deal, 'buyer', 'cancel')).status).toBe(200);
  await later(deal, 11_000);
  expect(await statusOf(deal)).toMatchObject({ request: 'cancelled', payment: 'voided' });
  expect(await booksOf(deal)).toEqual(CLOSED(6, 0));
});

test('many simultaneous calls of settle charge once, refund once and pay out once', async () => {
  const deal = await dealAt('answered');
  const runs = () => [settlePayments(env, nowOf(deal)), settlePayments(env, nowOf(deal))];
  const many = () => Promise.all([...Array.from({ length: 8 }, () => look(deal)), ...runs()]);
  deal.clock.ahead += 11_000;
  await many();
  expect([await statusOf(deal), await booksOf(deal)]).toMatchObject([DONE, { charged: 1, hold: 2750, difference: 0 }]);
  deal.clock.ahead += 25 * HOUR_MS;
  await many();
  await later(deal, HOUR_MS);
  expect(await statusOf(deal)).toMatchObject({ handover: 'failed', refunds: [['sent', 2750]], payout: 'dropped' });
  expect(deal.fake.state().refunds.size).toBe(1);
  expect(await booksOf(deal)).toEqual(CLOSED(5, 1));
  const paid = await dealAt('paid out');
  await Promise.all(Array.from({ length: 8 }, () => look(paid)));
  expect(paid.fake.state().transfers.size).toBe(1);
});

test.each(['awaiting', 'authorized', 'answered', 'captured', 'received'] as const)(
  'if the payment provider is down for an hour at the stage “%s”, the sale still ends with correct books',
  async (stage) => {
    const deal = await dealAt(stage);
    if (stage === 'awaiting') deal.fake.act.pay((await factsOf(deal)).payment.session_id!);
    deal.fake.faults.serverError = 1;
    await step(deal, 'seller', stage === 'captured' ? 'delivered' : 'accept');
    await step(deal, 'buyer', stage === 'captured' ? 'received' : 'cancel');
    for (const wait of [MINUTE_MS, 10 * MINUTE_MS, 50 * MINUTE_MS]) await later(deal, wait);
    deal.fake.faults.serverError = 0;
    for (const wait of [HOUR_MS, HOUR_MS]) await later(deal, wait);
    const isCharged = stage === 'captured' || stage === 'received';
    const then = isCharged ? { ...CLOSED(5, 1), payable: 2500 } : CLOSED(6, 0);
    expect([(await factsOf(deal)).payment.failures, await booksOf(deal)]).toEqual([0, then]);
  },
);
