import { expect, test } from 'vitest';
import { shiftWeeks, weeksToFuture } from './shift-weeks.ts';

test('a shift by whole weeks changes only the dates and keeps the times and zones', () => {
  const event = { event_name: 'Ben UFO', start_at: '2019-01-05T22:00:00', end_at: '2019-01-06T04:00:00-05:00' };
  expect(shiftWeeks(event, 412)).toEqual({
    event_name: 'Ben UFO',
    start_at: '2026-11-28T22:00:00',
    end_at: '2026-11-29T04:00:00-05:00',
  });
});

test('a text that is not a date is not changed, and a missing date stays missing', () => {
  expect(shiftWeeks({ start_at: 'tomorrow', end_at: null }, 3)).toEqual({ start_at: 'tomorrow', end_at: null });
  expect(shiftWeeks({}, 3)).toEqual({});
});

test('the shift is the smallest number of weeks after which every event starts a day or more from now', () => {
  const events = [{ start_at: '2019-01-12T22:00' }, { start_at: '2019-01-05T22:00' }, { start_at: 5 }];
  const now = new Date('2026-11-21T12:00:00Z');
  const weeks = weeksToFuture(events, now);
  expect(shiftWeeks(events[1]!, weeks).start_at).toBe('2026-11-28T22:00');
  expect(weeksToFuture([{ start_at: '2027-01-05T22:00' }], now)).toBe(0);
  expect(weeksToFuture([], now)).toBe(0);
});
