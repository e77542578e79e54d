import { expect, test } from 'vitest';
import { newYorkWallClock } from '../../time/new-york-time.ts';
import { offerEnd, refusalEnd } from './offer-window.ts';

/** A time in New York, in standard time (`-05:00`) or daylight time (`-04:00`). */
const at = (text: string) => new Date(text);
const end = (now: string, start: string, over: string | null = null) => {
  const until = offerEnd({ now: at(now), start_at: at(start), end_at: over === null ? null : at(over) });
  return until && newYorkWallClock(until).replace('T', ' ');
};

test.for([
  [
    'a day before the night, an offer lasts two hours',
    '2026-11-24T18:00-05:00',
    '2026-11-25T22:00-05:00',
    '2026-11-24 20:00',
  ],
  [
    'just over 16 hours before the night, an offer lasts two hours',
    '2026-11-25T09:59-05:00',
    '2026-11-26T02:00-05:00',
    '2026-11-25 11:59',
  ],
  [
    '16 hours before the night, an offer lasts half an hour',
    '2026-11-25T10:00-05:00',
    '2026-11-26T02:00-05:00',
    '2026-11-25 10:30',
  ],
  [
    'an hour before the night, an offer lasts half an hour',
    '2026-11-25T21:00-05:00',
    '2026-11-25T22:00-05:00',
    '2026-11-25 21:30',
  ],
  [
    'less than an hour before the night, an offer lasts ten minutes',
    '2026-11-25T21:00:01-05:00',
    '2026-11-25T22:00-05:00',
    '2026-11-25 21:10',
  ],
  [
    'once the night has begun, an offer lasts ten minutes',
    '2026-11-25T23:00-05:00',
    '2026-11-25T22:00-05:00',
    '2026-11-25 23:10',
  ],
  [
    'the time of an offer does not run from 2 AM to 9 AM',
    '2026-11-25T01:00-05:00',
    '2026-11-26T22:00-05:00',
    '2026-11-25 10:00',
  ],
  [
    'an offer made at 1:59 AM runs for a minute and continues in the morning',
    '2026-11-25T01:59-05:00',
    '2026-11-26T22:00-05:00',
    '2026-11-25 10:59',
  ],
  [
    'an offer made at 11:59 PM ends before the pause',
    '2026-11-24T23:59-05:00',
    '2026-11-26T22:00-05:00',
    '2026-11-25 01:59',
  ],
  ['at 2 AM no offer is made', '2026-11-25T02:00-05:00', '2026-11-26T22:00-05:00', null],
  ['at 8:59 AM no offer is made', '2026-11-25T08:59-05:00', '2026-11-26T22:00-05:00', null],
  ['at 9 AM offers are made again', '2026-11-25T09:00-05:00', '2026-11-26T22:00-05:00', '2026-11-25 11:00'],
  [
    'within an hour before a start at night, the time of an offer runs',
    '2026-11-25T02:30-05:00',
    '2026-11-25T03:00-05:00',
    '2026-11-25 02:40',
  ],
  [
    'once the night has begun, the time of an offer runs at night too',
    '2026-11-25T02:30-05:00',
    '2026-11-24T23:00-05:00',
    '2026-11-25 02:40',
  ],
  [
    'the pause ends an hour before a night that starts in the morning',
    '2026-11-25T01:50-05:00',
    '2026-11-25T07:00-05:00',
    '2026-11-25 06:20',
  ],
  ['two hours before a start at 4 AM no offer is made', '2026-11-25T02:00-05:00', '2026-11-25T04:00-05:00', null],
  [
    'in spring the hour from 2 AM does not exist',
    '2026-03-08T01:30-05:00',
    '2026-03-09T22:00-04:00',
    '2026-03-08 10:30',
  ],
  ['in spring no offer is made at 3 AM', '2026-03-08T03:00-04:00', '2026-03-09T22:00-04:00', null],
  ['in fall the hour from 1 AM comes twice', '2026-11-01T01:30-04:00', '2026-11-03T22:00-05:00', '2026-11-01 09:30'],
  [
    'in fall the repeated hour from 1 AM runs too',
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

test.for([
  [
    'a week before the night, a first refusal lasts half an hour',
    '2026-11-18T18:00-05:00',
    '2026-11-25T22:00-05:00',
    '2026-11-18 18:30',
  ],
  [
    'less than an hour before the night, it lasts ten minutes',
    '2026-11-25T21:30-05:00',
    '2026-11-25T22:00-05:00',
    '2026-11-25 21:40',
  ],
  [
    'a first refusal that a seller makes at night begins at 9 AM',
    '2026-11-25T03:00-05:00',
    '2026-11-26T22:00-05:00',
    '2026-11-25 09:30',
  ],
  [
    'one that is made at 1:50 AM continues in the morning',
    '2026-11-25T01:50-05:00',
    '2026-11-26T22:00-05:00',
    '2026-11-25 09:20',
  ],
  ['after the night there is none', '2026-11-26T04:00-05:00', '2026-11-25T22:00-05:00', null],
] as const)('%s', ([, now, start, expected]) => {
  const until = refusalEnd({ now: at(now), start_at: at(start), end_at: null });
  expect(until && newYorkWallClock(until).replace('T', ' ')).toBe(expected);
});
