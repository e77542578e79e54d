import { expect, test } from 'vitest';
import { priceProblem, readListed, readPrice } from './ask-price.ts';

test.each([
  ['30', 30],
  ['$30.5', 30.5],
  [' 30,25 ', 30.25],
  ['30.255', null],
  ['-3', null],
  ['', null],
  ['3e2', null],
])('a price typed as %j reads as %j', (typed, price) => {
  expect(readPrice(typed)).toBe(price);
});

test('a price at either end of the price band is accepted, and a price one cent outside is refused', () => {
  const band = { min: 22.5, max: 37.5 };
  const problem = 'Ask between $22.50 and $37.50, the price band of this night.';
  expect(['22.49', '22.5', '37.50', '37.51'].map((text) => priceProblem(text, band))).toEqual([
    problem,
    null,
    null,
    problem,
  ]);
  expect(priceProblem('400', null)).toBeNull();
});

test.each([
  ['1', 1],
  ['20', 20],
  ['21', null],
  ['0', null],
  ['1.5', null],
])('a number of tickets typed as %j reads as %j', (typed, quantity) => {
  expect(readListed(typed)).toBe(quantity);
});
