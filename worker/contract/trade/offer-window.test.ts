import { expect, test } from 'vitest';
import { newYorkWallClock } from '../time/new-york-time.ts';
import { offerEnd } from './offer-window.ts';

/** A time in New York in standard time (`-05:00`) or daylight time (`-04:00`). */
const at = (text: string) => new Date(text);
const end = (now: string, start: string, over: string | null = null) => {
  const until = offerEnd({ now: at(now), start_at: at(start), end_at: over === null ? null : at(over) });
  return until && newYorkWallClock(until).replace('T', ' ');
};

test.for([
  [
    'a day before the night there are two hours',
    '2026-11-24T18:00-05:00',
    '2026-11-25T22:00-05:00',
    '2026-11-24 20:00',
  ],
  [
    'just over 16 hours before there are two hours',
    '2026-11-25T09:59-05:00',
    '2026-11-26T02:00-05:00',
    '2026-11-25 11:59',
  ],
  ['16 hours before there is half an hour', '2026-11-25T10:00-05:00', '2026-11-26T02:00-05:00', '2026-11-25 10:30'],
  ['an hour before there is half an hour', '2026-11-25T21:00-05:00', '2026-11-25T22:00-05:00', '2026-11-25 21:30'],
  [
    'less than an hour before there are ten minutes',
    '2026-11-25T21:00:01-05:00',
    '2026-11-25T22:00-05:00',
    '2026-11-25 21:10',
  ],
  [
    'once the night has begun there are ten minutes',
    '2026-11-25T23:00-05:00',
    '2026-11-25T22:00-05:00',
    '2026-11-25 23:10',
  ],
  [
    'the clock stands still from 02:00 to 09:00',
    '2026-11-25T01:00-05:00',
    '2026-11-26T22:00-05:00',
    '2026-11-25 10:00',
  ],
  [
    'an offer at 01:59 has one minute and the morning',
    '2026-11-25T01:59-05:00',
    '2026-11-26T22:00-05:00',
    '2026-11-25 10:59',
  ],
  ['an offer at 23:59 ends before the pause', '2026-11-24T23:59-05:00', '2026-11-26T22:00-05:00', '2026-11-25 01:59'],
  ['at 02:00 no offer is made', '2026-11-25T02:00-05:00', '2026-11-26T22:00-05:00', null],
  ['at 08:59 no offer is made', '2026-11-25T08:59-05:00', '2026-11-26T22:00-05:00', null],
  ['at 09:00 offers are made again', '2026-11-25T09:00-05:00', '2026-11-26T22:00-05:00', '2026-11-25 11:00'],
  [
    'within the hour before a start at night the clock runs',
    '2026-11-25T02:30-05:00',
    '2026-11-25T03:00-05:00',
    '2026-11-25 02:40',
  ],
  [
    'once a night has begun the clock runs at night too',
    '2026-11-25T02:30-05:00',
    '2026-11-24T23:00-05:00',
    '2026-11-25 02:40',
  ],
  [
    'the pause ends an hour before a start in the morning',
    '2026-11-25T01:50-05:00',
    '2026-11-25T07:00-05:00',
    '2026-11-25 06:20',
  ],
  ['two hours before a start at 04:00 no offer is made', '2026-11-25T02:00-05:00', '2026-11-25T04:00-05:00', null],
  [
    'in spring the hour from 02:00 does not exist',
    '2026-03-08T01:30-05:00',
    '2026-03-09T22:00-04:00',
    '2026-03-08 10:30',
  ],
  ['in spring no offer is made at 03:00', '2026-03-08T03:00-04:00', '2026-03-09T22:00-04:00', null],
  ['in autumn the hour from 01:00 comes twice', '2026-11-01T01:30-04:00', '2026-11-03T22:00-05:00', '2026-11-01 09:30'],
  [
    'in autumn the second hour from 01:00 runs too',
    '2026-11-01T01:30-05:00',
    '2026-11-03T22:00-05:00',
    '2026-11-01 10:30',
  ],
] as const)('%s', ([, now, start, expected]) => {
  expect(end(now, start)).toBe(expected);
});

test('an offer ends with the event, and none is made after it', () => {
  expect(end('2026-11-26T01:55-05:00', '2026-11-25T22:00-05:00', '2026-11-26T02:00-05:00')).toBe('2026-11-26 02:00');
  expect(end('2026-11-26T02:00-05:00', '2026-11-25T22:00-05:00', '2026-11-26T02:00-05:00')).toBeNull();
  expect(end('2026-11-26T03:55-05:00', '2026-11-25T22:00-05:00')).toBe('2026-11-26 04:00');
  expect(end('2026-11-26T04:00-05:00', '2026-11-25T22:00-05:00')).toBeNull();
});
