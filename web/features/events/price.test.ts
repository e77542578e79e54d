import { expect, test } from 'vitest';
import { wholeDollars } from './price.ts';

test('a card shows whole dollars, or that the price is to come', () => {
  expect(wholeDollars(29.5)).toBe('$30');
  expect(wholeDollars(0)).toBe('$0');
  expect(wholeDollars(null)).toBe('Price to come');
});
