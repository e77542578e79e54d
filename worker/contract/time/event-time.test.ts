import { expect, test } from 'vitest';
import { eventDateParts, longDate, untilWhen } from './event-time.ts';

test('an event’s time is shown in New York time, before and after the clock change', () => {
  expect(longDate('2026-07-04T02:00:00.000Z')).toBe('Friday, July 3, 2026 at 10:00 PM');
  expect(longDate('2026-12-05T03:30:00.000Z')).toBe('Friday, December 4, 2026 at 10:30 PM');
  expect(eventDateParts('2026-11-01T05:30:00.000Z').time).toBe('1:30 AM');
  expect(eventDateParts('2026-11-01T06:30:00.000Z').time).toBe('1:30 AM');
});

test.each([
  ['2026-11-28T02:40:00Z', '2026-11-27T20:00:00Z', '9:40 PM'],
  ['2027-11-28T02:40:00Z', '2026-11-27T20:00:00Z', 'November 27, 9:40 PM'],
  ['2026-11-28T05:10:00Z', '2026-11-28T04:50:00Z', 'Saturday, 12:10 AM'],
  ['2026-11-29T02:40:00Z', '2026-11-28T02:41:00Z', 'Saturday, 9:40 PM'],
  ['2026-12-04T02:40:00Z', '2026-11-28T02:41:00Z', 'Thursday, 9:40 PM'],
  ['2026-12-04T02:42:00Z', '2026-11-28T02:41:00Z', 'December 3, 9:42 PM'],
  ['2026-11-21T02:40:00Z', '2026-11-28T02:41:00Z', 'November 20, 9:40 PM'],
])('the deadline %s is shown at %s as %s', (instant, now, text) => {
  expect(untilWhen(instant, new Date(now))).toBe(text);
});
