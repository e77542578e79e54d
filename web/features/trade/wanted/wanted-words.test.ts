import { expect, test } from 'vitest';
import { lookingFor, untilChoices } from './wanted-words.ts';

const NOW = new Date('2026-11-24T20:00:00Z');

test('the text of a ticket search names the number of tickets, the highest price with fees and the end', () => {
  const until = '2026-11-28T04:59:00.000Z';
  expect(lookingFor({ places: 2, most_each: 30, until }, NOW)).toBe(
    '2 tickets, up to $30.00 each with fees, until Friday, 11:59 PM',
  );
  expect(lookingFor({ places: 1, most_each: 27.5, until }, NOW)).toBe(
    '1 ticket, up to $27.50 with fees, until Friday, 11:59 PM',
  );
  expect(lookingFor({ places: 1, most_each: 27.5, until: '2026-12-10T03:00:00.000Z' }, NOW)).toBe(
    '1 ticket, up to $27.50 with fees, until December 9, 10:00 PM',
  );
});

test('a person can search for tickets until the end of a day before the night, or until the night begins', () => {
  expect(untilChoices('2026-11-27T03:00:00.000Z', NOW)).toEqual([
    { until: '2026-11-25T04:59:00.000Z', label: 'The end of today, Tuesday' },
    { until: '2026-11-26T04:59:00.000Z', label: 'The end of Wednesday' },
    { until: '2026-11-27T03:00:00.000Z', label: 'The night begins' },
  ]);
  expect(untilChoices('2027-02-01T03:00:00.000Z', NOW)).toHaveLength(7);
  expect(untilChoices('2026-11-24T19:00:00.000Z', NOW)).toEqual([]);
  const inLastMinute = new Date('2026-11-25T04:59:30Z');
  expect(untilChoices('2026-11-27T03:00:00.000Z', inLastMinute)[0]!.label).toBe('The end of Wednesday');
});
