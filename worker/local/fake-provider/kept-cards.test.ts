import { expect, test } from 'vitest';
import { ask, codeOf, opened } from './call-fake.ts';
import type { Fake } from './fake.ts';
import { answerPage } from './pages/pages.ts';

const SETUP = {
  mode: 'setup',
  currency: 'usd',
  customer_creation: 'always',
  success_url: 'http://vouch.test/wanted/w1',
  client_reference_id: 'k1',
  'custom_text[submit][message]': 'Kept for the tickets.',
};

async function keptCard(fake: Fake, card: 'ok' | 'refused_later' = 'ok') {
  const { body } = await ask(fake, '/v1/checkout/sessions', { fields: SETUP });
  const { customer } = fake.act.keepCard(body.id, { card });
  const method = [...fake.state().methods.values()].find((each) => each.customer === customer);
  return { session: body.id, customer: customer!, method: method!.id };
}

const intentFor = (fake: Fake, { customer, method }: { customer: string; method: string }) =>
  ask(fake, '/v1/payment_intents', {
    fields: {
      amount: '4370',
      currency: 'usd',
      capture_method: 'manual',
      'allowed_payment_method_types[0]': 'card',
      customer,
      payment_method: method,
      transfer_group: 'r1',
      'metadata[request_id]': 'r1',
    },
  });

const confirm = (fake: Fake, id: string) =>
  ask(fake, `/v1/payment_intents/${id}/confirm`, { fields: { off_session: 'true' } });

test('a payment with a kept card is authorized while the buyer is away', async () => {
  const { fake } = opened();
  const kept = await keptCard(fake);
  const { body: session } = await ask(fake, `/v1/checkout/sessions/${kept.session}?expand[]=setup_intent`);
  expect(session).toMatchObject({
    status: 'complete',
    customer: kept.customer,
    setup_intent: { status: 'succeeded', payment_method: kept.method },
  });
  const { body: intent } = await intentFor(fake, kept);
  expect(intent).toMatchObject({ status: 'requires_confirmation', amount_capturable: 0 });
  expect((await confirm(fake, intent.id)).body).toMatchObject({ status: 'requires_capture', amount_capturable: 4370 });
  expect(codeOf(await confirm(fake, intent.id))).toEqual([400, 'payment_intent_unexpected_state']);
});

test('if the bank refuses a kept card, the payment attempt fails and the intent can be canceled', async () => {
  const { fake } = opened();
  const kept = await keptCard(fake, 'refused_later');
  const { body: intent } = await intentFor(fake, kept);
  expect(codeOf(await confirm(fake, intent.id))).toEqual([402, 'card_declined']);
  expect(fake.state().intents.get(intent.id)).toMatchObject({ status: 'requires_payment_method' });
  const cancelled = await ask(fake, `/v1/payment_intents/${intent.id}/cancel`, { fields: {} });
  expect(cancelled.body).toMatchObject({ status: 'canceled' });
});

test('after a customer is deleted, nobody can pay with the customer’s kept card', async () => {
  const { fake } = opened();
  const kept = await keptCard(fake);
  const headers = { Authorization: 'Bearer sk_test_key' };
  const remove = () => fake.fetch(`http://provider.test/v1/customers/${kept.customer}`, { method: 'DELETE', headers });
  expect(await (await remove()).json()).toEqual({ id: kept.customer, object: 'customer', deleted: true });
  expect((await remove()).status).toBe(404);
  expect(codeOf(await intentFor(fake, kept))).toEqual([404, 'resource_missing']);
});

test('a checkout page that keeps a card accepts a good card and declines a bad one', async () => {
  const { fake } = opened();
  const { body } = await ask(fake, '/v1/checkout/sessions', { fields: SETUP });
  const path = `http://provider.test/c/pay/${body.id}`;
  const headers = { Origin: 'http://provider.test' };
  const send = async (card: string) => {
    const request = new Request(path, { method: 'POST', headers, body: new URLSearchParams({ card }) });
    return (await answerPage(fake, request)).headers.get('Location');
  };
  expect(await (await answerPage(fake, new Request(path))).text()).toContain('Kept for the tickets.');
  expect(await send('declined')).toBe(`/c/pay/${body.id}?declined=1`);
  expect(await send('ok')).toBe(SETUP.success_url);
  expect(fake.state().methods.size).toBe(1);
});
