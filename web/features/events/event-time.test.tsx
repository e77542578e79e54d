import { expect, test } from 'vitest';
import { longDate, eventDateParts } from '../../../worker/contract/event-time.ts';
import { wholeDollars } from './price.ts';

test('a night is told in New York time, on both sides of the clock change', () => {
  expect(longDate('2026-07-04T02:00:00.000Z')).toBe('Friday, July 3, 2026 at 10:00 PM');
  expect(longDate('2026-12-05T03:30:00.000Z')).toBe('Friday, December 4, 2026 at 10:30 PM');
  expect(eventDateParts('2026-11-01T05:30:00.000Z').time).toBe('1:30 AM');
  expect(eventDateParts('2026-11-01T06:30:00.000Z').time).toBe('1:30 AM');
});

test('cards show whole dollars', () => {
  expect(wholeDollars(29.5)).toBe('$30');
  expect(wholeDollars(0)).toBe('$0');
  expect(wholeDollars(null)).toBe('Price to come');
});
