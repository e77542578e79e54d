import { hex } from '@scure/base';
import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { providerEvents } from '../../../drizzle/tables/all-tables.ts';
import { forgetProviderEvents } from '../../../worker/features/trade/webhook/forget-events.cron.ts';
import { callCounted } from '../../support/worker/call.ts';
import { db } from '../../support/worker/db.ts';
import { openHoldsOf } from '../../support/worker/trade/holds.ts';
import {
  askAs,
  booksOf,
  CLOSED,
  DAY_MS,
  type Deal,
  dealAt,
  factsOf,
  later,
  newDeal,
  statusOf,
  step,
} from '../../support/worker/trade/paid-deal.ts';

const bytes = (text: string) => new Uint8Array(new TextEncoder().encode(text));

let events = 0;

const eventOf = (type: string, object: Record<string, unknown>, over: object = {}) =>
  JSON.stringify({
    id: `evt_attack_${++events}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: Math.floor(Date.now() / 1000),
    type,
    data: { object },
    ...over,
  });

async function signatureOf(payload: string, { secret = env.STRIPE_WEBHOOK_SECRET, age = 0 } = {}): Promise<string> {
  const time = Math.floor(Date.now() / 1000) - age;
  const key = await crypto.subtle.importKey('raw', bytes(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(`${time}.${payload}`)));
  return `t=${time},v1=${hex.encode(mac)}`;
}

async function send(payload: string, signature?: string) {
  const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature ?? (await signatureOf(payload)) };
  const { answer } = await callCounted('/api/payments/events', { method: 'POST', headers, body: payload });
  return { status: answer.status, body: await answer.json<{ error?: { code: string } }>() };
}

const rowsOf = (payload: string) => {
  const { id } = JSON.parse(payload) as { id: string };
  return db.select().from(providerEvents).where(eq(providerEvents.id, id));
};

const authorizedEvent = (deal: Deal, intent: string) =>
  eventOf('payment_intent.amount_capturable_updated', {
    id: intent,
    object: 'payment_intent',
    metadata: { request_id: deal.id },
  });

test('provider events that are forged, old, changed or signed with another secret are refused and leave no row', async () => {
  const deal = await dealAt('awaiting');
  deal.fake.act.pay((await factsOf(deal)).payment.session_id!);
  const payload = authorizedEvent(deal, [...deal.fake.state().intents.keys()][0]!);
  const right = await signatureOf(payload);
  const signatures = {
    none: '',
    zeros: `${right.split('=').slice(0, 2).join('=')}=${'0'.repeat(64)}`,
    old: await signatureOf(payload, { age: 400 }),
    'of the future': await signatureOf(payload, { age: -400 }),
    'of another secret': await signatureOf(payload, { secret: 'whsec_another' }),
    'of an empty secret': await signatureOf(payload, { secret: ' ' }),
    'of another body': await signatureOf(`${payload} `),
    'with two times': `t=1,${right}`,
    'of another scheme': right.replace('v1=', 'v0='),
  };
  for (const [name, signature] of Object.entries(signatures)) {
    const { status, body } = await send(payload, signature);
    expect([name, status, body.error?.code]).toEqual([name, 400, 'payments.bad_signature']);
  }
  expect(await rowsOf(payload)).toEqual([]);
  expect(await statusOf(deal)).toMatchObject({ payment: 'awaiting' });
  expect((await send(payload, right)).status).toBe(200);
  expect(await statusOf(deal)).toMatchObject({ payment: 'authorized' });
});

test('a provider event that is sent a hundred times has the same effect as if it were sent once', async () => {
  const deal = await dealAt('awaiting');
  deal.fake.act.pay((await factsOf(deal)).payment.session_id!);
  const payload = authorizedEvent(deal, [...deal.fake.state().intents.keys()][0]!);
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(payload)));
    // A delivery that arrives while another is processed may have to be sent again.
    expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true);
  }
  expect((await send(payload)).status).toBe(200);
  expect(await rowsOf(payload)).toMatchObject([{ deliveries: 101, done_at: expect.any(Date) }]);
  expect(await statusOf(deal)).toMatchObject({ request: 'pending', payment: 'authorized' });
  expect(await booksOf(deal)).toEqual({ ...CLOSED(5, 0), open: 1, stock: [5, 1] });
});

test('provider events of an unknown type or about unknown objects are accepted and change nothing', async () => {
  const deal = await dealAt('authorized');
  const before = await statusOf(deal);
  const second = { object: 'v2.core.event', created: '2026-11-22T10:00:00Z' };
  const payloads = [
    eventOf('invoice.paid', { id: 'in_1', object: 'invoice' }),
    eventOf('payment_intent.succeeded', {
      id: 'pi_foreign',
      object: 'payment_intent',
      metadata: { request_id: 'no-such-request' },
    }),
    eventOf('payment_intent.succeeded', { id: "pi'; drop table payments; --", object: 'payment_intent' }),
    eventOf('payout.failed', { id: 'po_1', object: 'payout' }, { account: 'acct_foreign' }),
    // Stripe's object "balance" has no id.
    eventOf('balance.available', { object: 'balance' }),
    eventOf(
      'v2.core.account.closed',
      {},
      { ...second, related_object: { id: 'acct_foreign', type: 'v2.core.account' } },
    ),
    eventOf('v2.core.health.event', {}, second),
  ];
  for (const payload of payloads) {
    expect([payload, (await send(payload)).status]).toEqual([payload, 200]);
    expect(await rowsOf(payload)).toMatchObject([{ done_at: expect.any(Date) }]);
  }
  expect(await statusOf(deal)).toEqual(before);
});

test('a signed text that is not a provider event is refused', async () => {
  for (const payload of ['', '[]', 'null', '{}', '{"object":"event"}', 'x'.repeat(1000), '{"id":1,"object":"event"}']) {
    expect([payload, (await send(payload)).status]).toEqual([payload, 400]);
  }
});

test('a webhook body of two megabytes is refused even if its signature is valid', async () => {
  const payload = eventOf('invoice.paid', { id: 'in_2', object: 'invoice', text: 'x'.repeat(2_000_000) });
  const { status } = await send(payload);
  expect([status, await rowsOf(payload)]).toEqual([413, []]);
  const { answer } = await callCounted('/api/payments/events');
  expect(answer.status).toBe(401);
});

test('a provider event that claims a charge changes nothing if the provider does not confirm the charge', async () => {
  const deal = await newDeal();
  await askAs(deal);
  // The card is not authorized, whatever the event claims.
  expect((await send(authorizedEvent(deal, 'pi_none'))).status).toBe(200);
  const claims = eventOf('payment_intent.succeeded', {
    id: 'pi_none',
    object: 'payment_intent',
    status: 'succeeded',
    metadata: { request_id: deal.id },
  });
  expect((await send(claims)).status).toBe(200);
  expect(await statusOf(deal)).toMatchObject({ request: 'pending', payment: 'awaiting' });
  await step(deal, 'buyer', 'cancel');
  expect((await send(claims.replace('evt_', 'evt_again_'))).status).toBe(200);
  expect(await statusOf(deal)).toMatchObject({ request: 'cancelled', payment: 'failed' });
  expect(await booksOf(deal)).toEqual(CLOSED(6, 0));
});

test('a dispute that arrives before our capture is refused at first, and accepted when it is sent again', async () => {
  const deal = await dealAt('answered');
  const { intent_id } = (await factsOf(deal)).payment;
  const dispute = eventOf('charge.dispute.created', { id: 'du_early', object: 'dispute', payment_intent: intent_id });
  expect(await send(dispute)).toMatchObject({ status: 503, body: { error: { code: 'payments.unknown_charge' } } });
  expect(await rowsOf(dispute)).toMatchObject([{ done_at: null }]);
  await later(deal, 11_000);
  deal.fake.act.dispute(intent_id!);
  expect((await send(dispute)).status).toBe(200);
  expect(await statusOf(deal)).toMatchObject({ payment: 'captured', payout: 'frozen' });
  expect(await booksOf(deal)).toMatchObject({ difference: 0, disputed: 2750, hold: 2750 });
});

test('a fraud warning that comes before the capture freezes the payout as soon as the payout exists', async () => {
  const deal = await dealAt('authorized');
  deal.fake.act.earlyFraudWarning((await factsOf(deal)).payment.intent_id!);
  expect(await deal.fake.pump()).toMatchObject({ refused: 0 });
  await step(deal, 'seller', 'accept');
  await later(deal, 11_000);
  expect((await factsOf(deal)).payout).toMatchObject({ status: 'frozen' });
  expect(await openHoldsOf(deal.id)).toEqual(['fraud_warning']);
});

test('a second card in the same checkout session is not used', async () => {
  const deal = await dealAt('authorized');
  const { session_id, intent_id } = (await factsOf(deal)).payment;
  const stray = deal.fake.act.strayAuthorization(session_id!);
  expect((await send(authorizedEvent(deal, stray.id))).status).toBe(200);
  expect(deal.fake.state().intents.get(stray.id)!.status).toBe('canceled');
  expect(deal.fake.state().intents.get(intent_id!)!.status).toBe('requires_capture');
  expect((await factsOf(deal)).payment).toMatchObject({ intent_id, status: 'authorized' });
});

test('processed provider events are deleted after 30 days, and unprocessed provider events stay', async () => {
  await db.delete(providerEvents);
  const now = new Date();
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const event = { type: 'payout.failed', subject: 'po_1' };
  await db.insert(providerEvents).values([
    { ...event, id: 'old', received_at: daysAgo(31), done_at: daysAgo(31) },
    { ...event, id: 'young', received_at: daysAgo(29), done_at: daysAgo(29) },
    { ...event, id: 'waiting', received_at: daysAgo(31), done_at: null },
  ]);
  await forgetProviderEvents(env, now);
  const left = await db.select({ id: providerEvents.id }).from(providerEvents);
  expect(left.map(({ id }) => id).toSorted()).toEqual(['waiting', 'young']);
});
