import { expect, test } from 'vitest';
import { cents, dollars, priceText } from './money.ts';
import { exactDollars, wholeDollars } from './whole-dollars.ts';

test('prices have a comma before every three digits', () => {
  expect([0, 29.5, 1250, 1_234_567].map(wholeDollars)).toEqual(['$0', '$30', '$1,250', '$1,234,567']);
  expect([0, 29.5, 1250, 1234.567].map(priceText)).toEqual(['$0.00', '$29.50', '$1,250.00', '$1,234.57']);
});

test('every amount in whole cents is written as in American English, even below zero', () => {
  const [whole, exact] = [0, 2].map(
    (digits) => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: digits }),
  );
  const sizes = Array.from({ length: 4000 }, (_, at) => Math.round(1.0037 ** at * 7) / 100);
  const amounts = sizes.flatMap((amount) => [amount, -amount]);
  expect(amounts.map(wholeDollars)).toEqual(amounts.map((amount) => whole!.format(amount)));
  expect(amounts.map(exactDollars)).toEqual(amounts.map((amount) => exact!.format(amount)));
});

test('cents become dollars, dollars become whole cents, and null stays null', () => {
  expect([0, 5, 2950].map((amount) => dollars(amount))).toEqual([0, 0.05, 29.5]);
  expect(dollars(null)).toBeNull();
  expect([0, 0.05, 29.5, 1.005, 8.299999].map(cents)).toEqual([0, 5, 2950, 100, 830]);
});
