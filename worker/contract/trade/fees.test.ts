import fc from 'fast-check';
import { expect, test } from 'vitest';
import { highestAsk, priceOf, USUAL_FEES } from './fees.ts';

const fees = { buyer_pct: 8, buyer_fixed_cents: 50, seller_pct: 0 };

test('the usual fees are 8% and 50 cents for the buyer, and nothing for the seller', () => {
  expect(USUAL_FEES).toEqual(fees);
});

test('a buyer pays fees of 8% and 50 cents for each ticket', () => {
  expect(priceOf({ ask_cents: 4000, quantity: 1, fees })).toEqual({
    tickets_cents: 4000,
    buyer_fee_cents: 370,
    seller_fee_cents: 0,
    total_cents: 4370,
    receives_cents: 4000,
  });
});

test('two tickets cost exactly twice as much as one, despite rounding', () => {
  for (let ask = 1; ask < 3000; ask += 7) {
    const one = priceOf({ ask_cents: ask, quantity: 1, fees }).total_cents;
    expect(priceOf({ ask_cents: ask, quantity: 2, fees }).total_cents).toBe(2 * one);
  }
});

test('each amount in a price is the sum for all tickets', () => {
  expect(priceOf({ ask_cents: 4000, quantity: 3, fees: { ...fees, seller_pct: 10 } })).toEqual({
    tickets_cents: 12_000,
    buyer_fee_cents: 1110,
    seller_fee_cents: 1200,
    total_cents: 13_110,
    receives_cents: 10_800,
  });
});

const fee = (ask_cents: number, percent: object) =>
  priceOf({ ask_cents, quantity: 1, fees: { ...fees, buyer_fixed_cents: 0, ...percent } });

test('half a cent is rounded up', () => {
  expect(fee(1006, {}).buyer_fee_cents).toBe(80);
  expect(fee(1007, {}).buyer_fee_cents).toBe(81);
  expect(fee(50, { buyer_pct: 1, seller_pct: 1 })).toMatchObject({ buyer_fee_cents: 1, seller_fee_cents: 1 });
});

test('fees with a decimal percentage are exact to the cent', () => {
  const decimal = { buyer_pct: 7.25, buyer_fixed_cents: 0, seller_pct: 2.5 };
  const price = priceOf({ ask_cents: 10_000, quantity: 1, fees: decimal });
  expect(price).toMatchObject({ total_cents: 10_725, receives_cents: 9750 });
});

test('a free ticket has no fees', () => {
  expect(priceOf({ ask_cents: 0, quantity: 3, fees }).total_cents).toBe(0);
});

test('the highest ask price for a total is the largest one that, with fees, does not exceed the total', () => {
  for (let total = 60; total < 5000; total += 13) {
    const ask = highestAsk({ total_cents: total, fees });
    expect(priceOf({ ask_cents: ask, quantity: 1, fees }).total_cents).toBeLessThanOrEqual(total);
    expect(priceOf({ ask_cents: ask + 1, quantity: 1, fees }).total_cents).toBeGreaterThan(total);
  }
});

test('a total from zero up to the fixed fee allows only a free ticket', () => {
  expect([-1, 0, 50, 51].map((total_cents) => highestAsk({ total_cents, fees }))).toEqual([-1, 0, 0, 1]);
  const free = { ...fees, buyer_pct: 0, buyer_fixed_cents: 0 };
  expect(highestAsk({ total_cents: 4_000_000_000, fees: free })).toBe(4_000_000_000);
});

test('a higher ask price always has a higher total, whatever the fees are', () => {
  const ask = fc.integer({ min: 0, max: 1_000_000 });
  const anyFees = fc.record({
    buyer_pct: fc.integer({ min: 0, max: 1_000_000 }).map((tenThousandths) => tenThousandths / 10_000),
    buyer_fixed_cents: fc.integer({ min: 0, max: 10_000 }),
    seller_pct: fc.constant(0),
  });
  fc.assert(
    fc.property(ask, ask, anyFees, (one, other, paid) => {
      const total = (ask_cents: number) => priceOf({ ask_cents, quantity: 1, fees: paid }).total_cents;
      expect(Math.sign(total(one) - total(other))).toBe(Math.sign(one - other));
    }),
  );
});
