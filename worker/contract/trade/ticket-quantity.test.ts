import { expect, test } from 'vitest';
import { AT_LEAST_ONE, readQuantity, ticketCount } from './ticket-quantity.ts';

test.each([
  ['1', 1],
  [' 2 ', 2],
  ['02', 2],
  ['4', 4],
])('%j is a valid quantity', (text, quantity) => {
  expect(readQuantity(text, 4)).toEqual({ quantity, problem: null });
});

test.each(['', '0', '-1', '1.5', '1e2', 'two', '٣', '1000000000'])('%j is not a valid quantity', (text) => {
  expect(readQuantity(text, 4)).toEqual({ quantity: null, problem: AT_LEAST_ONE });
});

test('the error for a quantity above the stock gives the number of tickets left', () => {
  expect(readQuantity('5', 4).problem).toBe('Only 4 tickets are left at the best price.');
  expect(readQuantity('2', 1).problem).toBe('Only one ticket is left at the best price.');
});

test('a quantity above the limit of one buyer is refused with a message that names the limit', () => {
  expect(readQuantity('6', 20).quantity).toBe(6);
  expect(readQuantity('7', 20).problem).toBe('You can hold at most 6 tickets at once.');
  expect(readQuantity('7', 4).problem).toBe('Only 4 tickets are left at the best price.');
});

test('the word ticket is singular for one and plural for any other number', () => {
  expect([1, 2].map(ticketCount)).toEqual(['1 ticket', '2 tickets']);
});
