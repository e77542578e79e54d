import { expect, test } from 'vitest';
import { DAY } from '../../contract/time/durations.ts';
import { ask, authorized, balance, CHECKOUT, codeOf, makeSession, opened, START } from './call-fake.ts';
import type { Fake } from './fake.ts';

test('a call without the right API key is refused', async () => {
  const { fake } = opened();
  const response = await fake.fetch('http://provider.test/v1/balance', {
    headers: { Authorization: 'Bearer sk_test_other' },
  });
  expect(response.status).toBe(401);
});

test.each([
  ['parameter_unknown', { colour: 'red' }],
  ['parameter_unknown', { payment_method_types: 'card' }],
  ['parameter_missing', { success_url: undefined }],
  ['parameter_missing', { 'line_items[0][price_data][unit_amount]': undefined }],
  ['parameter_invalid', { mode: 'subscription' }],
  ['amount_too_small', { 'line_items[0][price_data][unit_amount]': '24' }],
  ['invalid_request_error', { expires_at: String(START / 1000 + 29 * 60) }],
  ['invalid_request_error', { expires_at: String(START / 1000 + 25 * 3600) }],
])('a checkout is refused with %s for %o', async (code, over) => {
  const { fake } = opened();
  const fields = Object.fromEntries(
    Object.entries({ ...CHECKOUT, ...over }).filter(([, value]) => value !== undefined),
  ) as Record<string, string>;
  expect(codeOf(await ask(fake, '/v1/checkout/sessions', { fields }))).toEqual([400, code]);
});

test('an unknown path or an unknown id is answered with 404', async () => {
  const { fake } = opened();
  expect(codeOf(await ask(fake, '/v1/customers'))).toEqual([404, 'invalid_request_error']);
  expect(codeOf(await ask(fake, '/v1/payment_intents/pi_none'))).toEqual([404, 'resource_missing']);
  const expired = await ask(fake, '/v1/checkout/sessions/cs_none/expire', { fields: {} });
  expect(codeOf(expired)).toEqual([404, 'resource_missing']);
});

const move = async (fake: Fake, intent: string, to: 'capture' | 'cancel') =>
  codeOf(await ask(fake, `/v1/payment_intents/${intent}/${to}`, { fields: {} }));
const UNEXPECTED = [400, 'payment_intent_unexpected_state'];

test('the authorization of a completed checkout session can be captured only once', async () => {
  const { fake } = opened();
  const { session, intent } = await authorized(fake);
  expect((await ask(fake, `/v1/checkout/sessions/${session}`)).body).toMatchObject({
    status: 'complete',
    payment_status: 'unpaid',
    payment_intent: intent,
    url: null,
  });
  const held = await ask(fake, `/v1/payment_intents/${intent}?expand[]=latest_charge.balance_transaction`);
  expect(held.body).toMatchObject({
    status: 'requires_capture',
    amount: 5000,
    amount_capturable: 5000,
    metadata: { request_id: 'r1' },
    transfer_group: 'r1',
    latest_charge: {
      captured: false,
      balance_transaction: null,
      payment_method_details: { card: { capture_before: START / 1000 + 7 * 86_400 } },
    },
  });
  expect(await balance(fake)).toBe(0);
  const taken = await ask(fake, `/v1/payment_intents/${intent}/capture`, {
    fields: { 'expand[0]': 'latest_charge.balance_transaction' },
  });
  expect(taken.body).toMatchObject({
    status: 'succeeded',
    amount_received: 5000,
    latest_charge: { balance_transaction: { fee: 175, net: 4825 } },
  });
  expect(await balance(fake)).toBe(4825);
  expect(await move(fake, intent, 'capture')).toEqual(UNEXPECTED);
  expect(await move(fake, intent, 'cancel')).toEqual(UNEXPECTED);
  expect((await ask(fake, `/v1/checkout/sessions/${session}/expire`, { fields: {} })).status).toBe(400);
  expect(() => fake.act.pay(session)).toThrow('not open');
});

test('a declined card leaves the checkout session and its payment intent open until the session expires', async () => {
  const { fake } = opened();
  const session = await makeSession(fake);
  const intent = fake.act.pay(session, { card: 'declined' }).payment_intent!;
  expect((await ask(fake, `/v1/payment_intents/${intent}`)).body).toMatchObject({ status: 'requires_payment_method' });
  expect(await move(fake, intent, 'cancel')).toEqual(UNEXPECTED);
  expect((await ask(fake, `/v1/checkout/sessions/${session}/expire`, { fields: {} })).body).toMatchObject({
    status: 'expired',
    url: null,
  });
  expect((await ask(fake, `/v1/payment_intents/${intent}`)).body).toMatchObject({ status: 'canceled' });
  expect(() => fake.act.pay(session)).toThrow('not open');
});

test('a session expires at its set time, and an authorization expires after seven days', async () => {
  const { fake, clock } = opened();
  const left = await makeSession(fake, { expires_at: String(START / 1000 + 1800) });
  const { intent } = await authorized(fake);
  clock.ms += 1800_000;
  expect((await ask(fake, `/v1/checkout/sessions/${left}`)).body).toMatchObject({ status: 'expired' });
  clock.ms = START + 7 * DAY;
  expect(await move(fake, intent, 'capture')).toEqual(UNEXPECTED);
  expect((await ask(fake, `/v1/payment_intents/${intent}`)).body).toMatchObject({
    status: 'canceled',
    amount_capturable: 0,
  });
  expect(await balance(fake)).toBe(0);
});

test('a second authorization of one checkout session is a separate payment intent and can be canceled', async () => {
  const { fake } = opened();
  const { session, intent } = await authorized(fake);
  const stray = fake.act.strayAuthorization(session);
  const { body } = await ask(fake, '/v1/payment_intents?limit=100');
  expect(body.data).toMatchObject([
    { id: stray.id, status: 'requires_capture', metadata: { request_id: 'r1' } },
    { id: intent },
  ]);
  expect((await ask(fake, `/v1/payment_intents/${stray.id}/cancel`, { fields: {} })).body).toMatchObject({
    status: 'canceled',
  });
});
