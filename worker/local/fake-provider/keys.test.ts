import { expect, test } from 'vitest';
import { DAY } from '../../contract/time/durations.ts';
import { ask, balance, codeOf, opened, seller, transfer } from './call-fake.ts';

test('the first answer to an idempotency key is repeated for a day, even if it is a refusal', async () => {
  const { fake, clock } = opened();
  const id = await seller(fake);
  expect(codeOf(await transfer(fake, id, 100, 'k1'))).toEqual([400, 'balance_insufficient']);
  fake.act.topUp(10_000);
  expect(await transfer(fake, id, 100, 'k1')).toMatchObject({ status: 400, isReplayed: true });
  expect(codeOf(await transfer(fake, id, 200, 'k1'))).toEqual([400, 'idempotency_error']);
  const first = await transfer(fake, id, 100, 'k2');
  expect(await transfer(fake, id, 100, 'k2')).toEqual({ ...first, isReplayed: true });
  expect(await balance(fake)).toBe(9900);
  clock.ms += DAY;
  expect(await transfer(fake, id, 100, 'k2')).toMatchObject({ status: 200, isReplayed: false });
  expect(await balance(fake)).toBe(9800);
});

test('two simultaneous calls with one idempotency key have one effect', async () => {
  const { fake } = opened();
  const id = await seller(fake);
  fake.act.topUp(10_000);
  const answers = await Promise.all([transfer(fake, id, 100, 'k1'), transfer(fake, id, 100, 'k1')]);
  expect(answers.map(codeOf)).toEqual([
    [200, undefined],
    [409, 'idempotency_key_in_use'],
  ]);
  expect(await balance(fake)).toBe(9900);
});

test('a call that fails before it takes effect leaves its idempotency key unused', async () => {
  const { fake } = opened();
  const id = await seller(fake);
  fake.act.topUp(10_000);
  fake.faults.serverError = 1;
  expect((await transfer(fake, id, 100, 'k1')).status).toBe(503);
  fake.faults.serverError = 0;
  fake.faults.lostAnswer = 1;
  await expect(transfer(fake, id, 100, 'k1')).rejects.toThrow(TypeError);
  fake.faults.lostAnswer = 0;
  expect(await balance(fake)).toBe(9900);
  expect(await transfer(fake, id, 100, 'k1')).toMatchObject({ status: 200, isReplayed: true });
});

test('a 500 as the first answer to an idempotency key is repeated, whether or not the transfer was made', async () => {
  const { fake } = opened();
  const id = await seller(fake);
  fake.act.topUp(10_000);
  fake.faults.storedError = 1;
  const keys = Array.from({ length: 20 }, (_, index) => `k${index}`);
  for (const key of keys) expect((await transfer(fake, id, 100, key)).status).toBe(500);
  fake.faults.storedError = 0;
  for (const key of keys) expect(await transfer(fake, id, 100, key)).toMatchObject({ status: 500, isReplayed: true });
  const sent = (await ask(fake, '/v1/transfers?transfer_group=r1&limit=100')).body.data.length;
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThan(20);
  expect(await balance(fake)).toBe(10_000 - sent * 100);
});
