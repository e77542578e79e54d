import { expect, test } from 'vitest';
import { DAY, HOUR } from '../../time/durations.ts';
import { type PastSale, soldHere, soldWords } from './sold-here.ts';

const sale = (at: number, over: Partial<PastSale> = {}): PastSale => ({
  seller_id: `seller ${at}`,
  buyer_id: `buyer ${at}`,
  cents: 2000 + at * 100,
  waited_ms: HOUR,
  is_here: true,
  ...over,
});
const sales = (count: number, over: Partial<PastSale> = {}, from = 0) =>
  Array.from({ length: count }, (_, at) => sale(from + at, over));

test('eight sales are enough to show a range of prices, but seven are too few', () => {
  expect(soldHere(sales(8))).toEqual({ is_here: true, sales: 8, within_a_day: 8, low: 22, high: 25 });
  expect(soldHere(sales(7))).toBeNull();
});

test('if the venue has too few sales, sales at similar nights are counted too', () => {
  const mixed = [...sales(4), ...sales(6, { is_here: false }, 10)];
  expect(soldHere(mixed)).toMatchObject({ is_here: false, sales: 10 });
});

test.each<[string, Partial<PastSale>]>([
  ['by one seller', { seller_id: 'a student' }],
  ['to one buyer', { buyer_id: 'a student' }],
  ['between two friends', { seller_id: 'a student', buyer_id: 'a friend' }],
])('twenty sales %s do not set the price', (_who, over) => {
  expect(soldHere(sales(20, over))).toBeNull();
  const dear = sales(20, { ...over, cents: 9900 });
  expect(soldHere([...dear, ...sales(10, { cents: 2400 }, 30)])).toMatchObject({ low: 24, high: 24 });
});

test('two sales between the same two friends, one in each direction, count as one', () => {
  const swapped = { seller_id: 'a friend', buyer_id: 'a student' };
  const first = sale(8, { seller_id: 'a student', buyer_id: 'a friend' });
  expect(soldHere([...sales(7), first])?.sales).toBe(8);
  expect(soldHere([...sales(7), first, sale(9, swapped)])?.sales).toBe(8);
});

test('the sentence about past sales says how many came within a day of listing, where, and at what price', () => {
  const slow = [...sales(9, { waited_ms: DAY }), ...sales(3, { waited_ms: DAY + 1 }, 9)];
  expect(soldWords(soldHere(slow)!)).toBe(
    'Of the last 12 sales here, 9 came within a day of listing, most at $23.00 to $28.00.',
  );
  const same = { is_here: false, sales: 8, within_a_day: 0, low: 20, high: 20 };
  expect(soldWords(same)).toBe(
    'Of the last 8 sales at nights like this, none came within a day of listing, most at $20.00.',
  );
});
