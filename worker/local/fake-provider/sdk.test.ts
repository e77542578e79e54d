import { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import { ACCOUNT, opened as openedFake, START as NOW } from './call-fake.ts';
import type { Fake } from './fake.ts';

const SECRET = 'whsec_test';

function opened(deliver?: (request: Request) => Promise<Response>) {
  const { fake } = openedFake({ origin: 'http://127.0.0.1:8788', ...(deliver ? { deliver } : {}) });
  const stripe = new Stripe('sk_test_key', {
    protocol: 'http',
    host: '127.0.0.1',
    port: 8788,
    httpClient: Stripe.createFetchHttpClient(fake.fetch),
    maxNetworkRetries: 0,
    telemetry: false,
  });
  return { fake, stripe };
}

const CHECKOUT: Stripe.Checkout.SessionCreateParams = {
  mode: 'payment',
  allowed_payment_method_types: ['card'],
  client_reference_id: 'r1',
  metadata: { request_id: 'r1' },
  success_url: 'http://127.0.0.1:8787/pay/r1',
  cancel_url: 'http://127.0.0.1:8787/pay/r1',
  expires_at: NOW / 1000 + 31 * 60,
  line_items: [{ quantity: 2, price_data: { currency: 'usd', unit_amount: 2500, product_data: { name: 'Ticket' } } }],
  payment_intent_data: { capture_method: 'manual', transfer_group: 'r1', metadata: { request_id: 'r1' } },
};

const EXPAND = { expand: ['latest_charge.balance_transaction'] };

async function captured({ fake, stripe }: { fake: Fake; stripe: Stripe }) {
  const session = await stripe.checkout.sessions.create(CHECKOUT, { idempotencyKey: 'r1:checkout:1' });
  const intent = fake.act.pay(session.id).payment_intent!;
  return { session, intent: await stripe.paymentIntents.capture(intent, EXPAND) };
}

const makeSeller = (stripe: Stripe) =>
  stripe.v2.core.accounts.create({ ...ACCOUNT, include: ['configuration.recipient', 'requirements'] });

const statusOf = (each: Stripe.V2.Core.Account) =>
  each.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers?.status;

async function errorOf(call: Promise<unknown>) {
  const error: unknown = await call.catch((reason: unknown) => reason);
  if (!(error instanceof Stripe.errors.StripeError)) throw new Error('The call was not refused.');
  return { kind: error.constructor.name, status: error.statusCode, code: error.code };
}

test('Stripe’s package makes, reads and expires checkouts', async () => {
  const { stripe } = opened();
  const session = await stripe.checkout.sessions.create(CHECKOUT);
  expect(session).toMatchObject({
    object: 'checkout.session',
    amount_total: 5000,
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: null,
  });
  expect(session.url).toBe(`http://127.0.0.1:8788/c/pay/${session.id}`);
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
    client_reference_id: 'r1',
    metadata: { request_id: 'r1' },
  });
  expect(await stripe.checkout.sessions.expire(session.id)).toMatchObject({ status: 'expired' });
});

test('Stripe’s package captures, cancels, reads and lists payments', async () => {
  const { fake, stripe } = opened();
  const { session, intent } = await captured({ fake, stripe });
  const charge = intent.latest_charge as Stripe.Charge;
  expect(intent).toMatchObject({
    status: 'succeeded',
    amount_received: 5000,
    metadata: { request_id: 'r1' },
    transfer_group: 'r1',
  });
  expect(charge).toMatchObject({
    captured: true,
    balance_transaction: { fee: 175, net: 4825, type: 'charge', source: charge.id },
  });
  expect(charge.payment_method_details?.card?.capture_before).toBe(NOW / 1000 + 7 * 86_400);
  const stray = fake.act.strayAuthorization(session.id);
  const { data, has_more } = await stripe.paymentIntents.list({
    limit: 100,
    created: { gte: NOW / 1000 },
    expand: ['data.latest_charge.balance_transaction'],
  });
  expect([has_more, data.map(({ id }) => id)]).toEqual([false, [stray.id, intent.id]]);
  expect(await stripe.paymentIntents.cancel(stray.id)).toMatchObject({ status: 'canceled', amount_capturable: 0 });
  expect(await stripe.paymentIntents.retrieve(intent.id, EXPAND)).toMatchObject({ latest_charge: { id: charge.id } });
});

test('Stripe’s package makes refunds, reads disputes and sends evidence', async () => {
  const { fake, stripe } = opened();
  const { intent } = await captured({ fake, stripe });
  const refund = await stripe.refunds.create(
    { payment_intent: intent.id, amount: 1000, metadata: { request_id: 'r1' } },
    { idempotencyKey: 'k' },
  );
  expect(refund).toMatchObject({ object: 'refund', amount: 1000, status: 'succeeded', payment_intent: intent.id });
  expect((await stripe.refunds.list({ payment_intent: intent.id })).data).toMatchObject([{ id: refund.id }]);
  const { id } = fake.act.dispute(intent.id);
  expect(await errorOf(stripe.refunds.create({ payment_intent: intent.id }))).toEqual({
    kind: 'StripeInvalidRequestError',
    status: 400,
    code: 'charge_disputed',
  });
  expect(await stripe.disputes.retrieve(id)).toMatchObject({
    status: 'needs_response',
    amount: 4000,
    balance_transactions: [{ fee: 1500, net: -5500 }],
  });
  const answered = await stripe.disputes.update(id, { evidence: { uncategorized_text: 'scanned' }, submit: true });
  expect(answered).toMatchObject({ status: 'under_review' });
  expect((await stripe.disputes.list({ payment_intent: intent.id })).data).toMatchObject([
    { id, evidence_details: { submission_count: 1 } },
  ]);
});

test('Stripe’s package makes sellers, onboarding links and transfers, and reverses transfers', async () => {
  const { fake, stripe } = opened();
  await captured({ fake, stripe });
  const account = await makeSeller(stripe);
  expect([account.object, statusOf(account), account.requirements?.entries?.length]).toEqual([
    'v2.core.account',
    'restricted',
    3,
  ]);
  const page = 'http://127.0.0.1:8787/payouts';
  const link = await stripe.v2.core.accountLinks.create({
    account: account.id,
    use_case: {
      type: 'account_onboarding',
      account_onboarding: { refresh_url: page, return_url: `${page}?back=1` },
    },
  });
  expect(link.url).toContain(`http://127.0.0.1:8788/onboard/${account.id}?link=`);
  const params = { amount: 2000, currency: 'usd', destination: account.id, transfer_group: 'r1' };
  expect(await errorOf(stripe.transfers.create(params))).toMatchObject({
    status: 400,
    code: 'insufficient_capabilities_for_transfer',
  });
  fake.act.onboard(account.id);
  const ready = await stripe.v2.core.accounts.retrieve(account.id, {
    include: ['configuration.recipient', 'requirements'],
  });
  expect([statusOf(ready), ready.requirements?.entries]).toEqual(['active', []]);
  const transfer = await stripe.transfers.create(params, { idempotencyKey: 'r1:payout:1' });
  expect(await stripe.transfers.createReversal(transfer.id, { amount: 500 })).toMatchObject({
    object: 'transfer_reversal',
    amount: 500,
  });
  expect(await stripe.transfers.retrieve(transfer.id)).toMatchObject({
    amount_reversed: 500,
    reversals: { data: [{ amount: 500 }] },
  });
  expect((await stripe.transfers.list({ transfer_group: 'r1' })).data).toMatchObject([
    { id: transfer.id, destination: account.id },
  ]);
});

test('Stripe’s package reads the balance, and follows all pages of its transactions', async () => {
  const { fake, stripe } = opened();
  for (let amount = 1; amount <= 7; amount++) fake.act.topUp(amount);
  const nets: number[] = [];
  for await (const { net } of stripe.balanceTransactions.list({ limit: 3 })) nets.push(net);
  expect(nets).toEqual([7, 6, 5, 4, 3, 2, 1]);
  expect((await stripe.balance.retrieve()).available).toMatchObject([{ amount: 28, currency: 'usd' }]);
});

test('Stripe’s package understands the fake provider’s errors', async () => {
  const { fake, stripe } = opened();
  const key = { idempotencyKey: 'k' };
  expect(await errorOf(stripe.checkout.sessions.retrieve('cs_none'))).toMatchObject({
    kind: 'StripeInvalidRequestError',
    status: 404,
    code: 'resource_missing',
  });
  const first = await stripe.checkout.sessions.create(CHECKOUT, key);
  const other = stripe.checkout.sessions.create({ ...CHECKOUT, client_reference_id: 'r2' }, key);
  expect(await errorOf(other)).toMatchObject({ kind: 'StripeIdempotencyError' });
  expect(await stripe.checkout.sessions.create(CHECKOUT, key)).toMatchObject({ id: first.id });
  fake.faults.serverError = 1;
  expect(await errorOf(stripe.balance.retrieve())).toMatchObject({ kind: 'StripeAPIError', status: 503 });
  fake.faults.serverError = 0;
  fake.faults.lostAnswer = 1;
  expect(await errorOf(stripe.balance.retrieve())).toMatchObject({ kind: 'StripeConnectionError' });
});

test('Stripe’s package accepts the signatures of webhooks with full and thin events', async () => {
  const requests: Request[] = [];
  const { fake, stripe } = opened(async (request) => {
    requests.push(request);
    return new Response();
  });
  const account = await makeSeller(stripe);
  fake.act.onboard(account.id);
  await captured({ fake, stripe });
  expect(await fake.pump()).toMatchObject({ accepted: 5 });
  const events = [];
  for (const request of requests) {
    const [body, header] = [await request.text(), request.headers.get('Stripe-Signature') ?? ''];
    await expect(stripe.webhooks.constructEventAsync(body, header, 'whsec_other', 300, undefined, NOW)).rejects.toThrow(
      /signature/i,
    );
    const isThin = body.includes('"v2.core.event"');
    const { type } = isThin
      ? await stripe.parseEventNotificationAsync(body, header, SECRET, 300, undefined, NOW)
      : await stripe.webhooks.constructEventAsync(body, header, SECRET, 300, undefined, NOW);
    events.push([type, body.includes(isThin ? `"id":"${account.id}"` : '"metadata":{"request_id":"r1"}')]);
  }
  expect(events).toEqual([
    ['v2.core.account[requirements].updated', true],
    ['v2.core.account[configuration.recipient].capability_status_updated', true],
    ['payment_intent.amount_capturable_updated', true],
    ['checkout.session.completed', true],
    ['payment_intent.succeeded', true],
  ]);
});
