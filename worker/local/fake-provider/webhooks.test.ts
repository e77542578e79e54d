import { expect, test } from 'vitest';
import { DAY } from '../../contract/time/durations.ts';
import { ask, captured, makeSession, opened, refund, seller } from './call-fake.ts';

test('the fake provider signs the events of all changes and sends them in order', async () => {
  const events: { type: string; header: string | null; object?: { id: string } }[] = [];
  const { fake } = opened({
    deliver: async (request) => {
      const { type, data } = (await request.json()) as { type: string; data?: { object: { id: string } } };
      events.push({ type, header: request.headers.get('Stripe-Signature'), ...(data ? { object: data.object } : {}) });
      return new Response();
    },
  });
  const id = await seller(fake);
  const { intent } = await captured(fake);
  const { body } = await refund(fake, intent, { amount: '100' });
  fake.act.failRefund(body.id);
  fake.act.closeDispute(fake.act.dispute(intent).id, 'won');
  fake.act.earlyFraudWarning(intent);
  const { body: sent } = await ask(fake, '/v1/transfers', {
    fields: { destination: id, amount: '100', currency: 'usd' },
  });
  await ask(fake, `/v1/transfers/${sent.id}/reversals`, { fields: {} });
  fake.act.failPayout(id);
  fake.act.pay(await makeSession(fake), { card: 'declined' });
  expect(await fake.pump()).toMatchObject({ refused: 0, lost: 0, waiting: 0 });
  expect(events.map(({ type }) => type)).toEqual([
    'v2.core.account[requirements].updated',
    'v2.core.account[configuration.recipient].capability_status_updated',
    'payment_intent.amount_capturable_updated',
    'checkout.session.completed',
    'payment_intent.succeeded',
    'refund.created',
    'refund.updated',
    'refund.failed',
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.funds_reinstated',
    'charge.dispute.closed',
    'radar.early_fraud_warning.created',
    'transfer.created',
    'transfer.reversed',
    'payout.failed',
    'payment_intent.payment_failed',
  ]);
  expect(events.every(({ header }) => /^t=\d+,v1=[0-9a-f]{64}$/.test(header ?? ''))).toBe(true);
  expect(await fake.pump()).toEqual({ accepted: 0, refused: 0, lost: 0, waiting: 0 });
});

test('an event that the receiver does not accept is sent again later, and finally dropped', async () => {
  let tries = 0;
  const { fake, clock } = opened({
    deliver: async () => {
      tries += 1;
      return new Response(null, { status: 503 });
    },
  });
  fake.act.pay(await makeSession(fake));
  expect(await fake.pump()).toEqual({ accepted: 0, refused: 2, lost: 0, waiting: 2 });
  expect(await fake.pump()).toEqual({ accepted: 0, refused: 0, lost: 0, waiting: 2 });
  for (let day = 0; day < 24; day++) {
    clock.ms += DAY / 2;
    await fake.pump();
  }
  // Meanwhile the authorization has lapsed, which is a third event.
  expect(tries).toBe(3 * 8);
  expect(await fake.pump()).toMatchObject({ waiting: 0 });
});

test('the fake provider can double, lose, delay and shuffle its webhooks', async () => {
  const received: string[] = [];
  const { fake, clock } = opened({
    deliver: async (request) => {
      received.push(((await request.json()) as { id: string }).id);
      return new Response();
    },
  });
  const make = async () => {
    for (let index = 0; index < 10; index++) fake.act.pay(await makeSession(fake), { card: 'declined' });
  };
  fake.faults.doubledWebhook = 1;
  await make();
  await fake.pump();
  expect([received.length, new Set(received).size]).toEqual([20, 10]);
  fake.faults.doubledWebhook = 0;
  fake.faults.lostWebhook = 1;
  await make();
  expect(await fake.pump()).toMatchObject({ lost: 10, waiting: 0 });
  fake.faults.lostWebhook = 0;
  fake.faults.delayedWebhook = 1;
  await make();
  expect((await fake.pump()).waiting).toBeGreaterThan(0);
  clock.ms += fake.faults.delayMs;
  expect((await fake.pump()).waiting).toBe(0);
  fake.faults.delayedWebhook = 0;
  fake.faults.shuffledWebhooks = 1;
  received.length = 0;
  await make();
  await fake.pump();
  expect(received).toHaveLength(10);
  expect(received).not.toEqual(received.toSorted());
});
