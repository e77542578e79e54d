import { expect, test } from 'vitest';
import { priceText } from './money.ts';
import { wholeDollars } from './whole-dollars.ts';

test('prices have a comma before every three digits', () => {
  expect([0, 29.5, 1250, 1_234_567].map(wholeDollars)).toEqual(['$0', '$30', '$1,250', '$1,234,567']);
  expect([0, 29.5, 1250, 1234.567].map(priceText)).toEqual(['$0.00', '$29.50', '$1,250.00', '$1,234.57']);
});
