import { expect, test } from 'vitest';
import { ACCOUNT, ask, authorized, balance, captured, codeOf, opened, refund, START, transfer } from '../call-fake.ts';

test('refunds are taken from the balance and never exceed the charge', async () => {
  const { fake } = opened();
  const { intent: open } = await authorized(fake);
  expect(codeOf(await refund(fake, open))).toEqual([400, 'payment_intent_unexpected_state']);
  const { intent } = await captured(fake);
  expect(codeOf(await refund(fake, intent, { amount: '5001' }))).toEqual([400, 'invalid_request_error']);
  expect((await refund(fake, intent, { amount: '1000' })).body).toMatchObject({ amount: 1000, status: 'succeeded' });
  expect((await refund(fake, intent)).body).toMatchObject({ amount: 4000 });
  expect(codeOf(await refund(fake, intent))).toEqual([400, 'charge_already_refunded']);
  expect((await ask(fake, `/v1/refunds?payment_intent=${intent}`)).body.data).toMatchObject([
    { amount: 4000 },
    { amount: 1000 },
  ]);
  expect(await balance(fake)).toBe(-175);
});

test('a refund that the bank sends back returns to the balance and can be repeated', async () => {
  const { fake } = opened();
  const { intent } = await captured(fake);
  const { body } = await refund(fake, intent);
  fake.act.failRefund(body.id);
  expect((await ask(fake, `/v1/refunds?payment_intent=${intent}`)).body.data).toMatchObject([{ status: 'failed' }]);
  expect(await balance(fake)).toBe(4825);
  expect((await refund(fake, intent)).status).toBe(200);
  expect(() => fake.act.failRefund(body.id)).toThrow('can fail');
});

test('a dispute takes its amount and a fee from the balance, and a won dispute returns only the amount', async () => {
  const { fake } = opened();
  const { intent } = await captured(fake);
  const dispute = fake.act.dispute(intent);
  expect(await balance(fake)).toBe(4825 - 5000 - 1500);
  expect(codeOf(await refund(fake, intent))).toEqual([400, 'charge_disputed']);
  const path = `/v1/disputes/${dispute.id}`;
  const evidence = { 'evidence[uncategorized_text]': 'scanned', submit: 'true' };
  expect((await ask(fake, path, { fields: evidence })).body).toMatchObject({ status: 'under_review' });
  expect((await ask(fake, path, { fields: { 'evidence[uncategorized_text]': 'again' } })).status).toBe(400);
  fake.act.closeDispute(dispute.id, 'won');
  expect(await balance(fake)).toBe(4825 - 1500);
  expect((await ask(fake, `/v1/disputes?payment_intent=${intent}`)).body.data).toMatchObject([
    { id: dispute.id, status: 'won' },
  ]);
  expect((await refund(fake, intent)).status).toBe(200);
});

test('the amount of a lost dispute stays with the bank and cannot be refunded', async () => {
  const { fake } = opened();
  const { intent } = await captured(fake);
  fake.act.closeDispute(fake.act.dispute(intent, { amount: 3000 }).id, 'lost');
  expect((await refund(fake, intent)).body).toMatchObject({ amount: 2000 });
  expect(await balance(fake)).toBe(-175 - 1500);
  const { intent: other } = await captured(fake);
  fake.act.closeDispute(fake.act.dispute(other).id, 'lost');
  expect(codeOf(await refund(fake, other))).toEqual([400, 'charge_disputed']);
});

test('transfers move money from the balance to onboarded sellers, and reversals return it', async () => {
  const { fake } = opened();
  const { body: fresh } = await ask(fake, '/v2/core/accounts', {
    json: { ...ACCOUNT, include: ['configuration.recipient', 'requirements'] },
  });
  const id = fresh.id;
  expect(fresh).toMatchObject({
    configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { status: 'restricted' } } } } },
  });
  await captured(fake);
  expect(codeOf(await transfer(fake, id, 4000))).toEqual([400, 'insufficient_capabilities_for_transfer']);
  fake.act.onboard(id);
  expect(codeOf(await transfer(fake, id, 4826))).toEqual([400, 'balance_insufficient']);
  const { body: sent } = await transfer(fake, id, 4000);
  expect(await balance(fake)).toBe(825);
  const reverse = (amount: number) =>
    ask(fake, `/v1/transfers/${sent.id}/reversals`, { fields: { amount: String(amount) } });
  expect((await reverse(1000)).status).toBe(200);
  expect((await ask(fake, `/v1/transfers/${sent.id}`)).body).toMatchObject({ amount_reversed: 1000, reversed: false });
  fake.act.setUncollectable(id, true);
  expect(codeOf(await reverse(3000))).toEqual([400, 'balance_insufficient']);
  fake.act.setUncollectable(id, false);
  expect((await reverse(3001)).status).toBe(400);
  expect((await reverse(3000)).status).toBe(200);
  expect((await ask(fake, '/v1/transfers?transfer_group=r1')).body.data).toMatchObject([
    { amount_reversed: 4000, reversed: true },
  ]);
  expect(await balance(fake)).toBe(4825);
  fake.act.restrict(id);
  expect(codeOf(await transfer(fake, id, 1))).toEqual([400, 'insufficient_capabilities_for_transfer']);
});

test('money that the owner withdraws or adds changes the balance', async () => {
  const { fake } = opened();
  fake.act.topUp(10_000);
  fake.act.payoutToBank(2500);
  expect(await balance(fake)).toBe(7500);
});

test('lists come in pages, newest first', async () => {
  const { fake, clock } = opened();
  for (const amount of [1, 2, 3]) {
    clock.ms += 1000;
    fake.act.topUp(amount);
  }
  const read = async (query: string) => (await ask(fake, `/v1/balance_transactions?${query}`)).body;
  const first = await read('limit=2');
  expect(first).toMatchObject({ object: 'list', has_more: true, data: [{ amount: 3 }, { amount: 2 }] });
  expect(await read(`limit=2&starting_after=${first.data[1]?.id}`)).toMatchObject({
    has_more: false,
    data: [{ amount: 1 }],
  });
  expect(await read(`created[gte]=${START / 1000 + 3}`)).toMatchObject({ has_more: false, data: [{ amount: 3 }] });
});

test('a fake provider can continue from a snapshot', async () => {
  const { fake } = opened();
  const { intent, session } = await captured(fake);
  const { fake: other } = opened({ state: fake.snapshot() });
  expect(await balance(other)).toBe(4825);
  expect((await ask(other, `/v1/checkout/sessions/${session}`)).body).toMatchObject({
    payment_intent: intent,
    payment_status: 'paid',
  });
  expect((await refund(other, intent)).status).toBe(200);
  expect(await balance(fake)).toBe(4825);
  expect(other.snapshot()).not.toBe(fake.snapshot());
});
