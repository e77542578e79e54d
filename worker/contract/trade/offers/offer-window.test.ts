import { expect, test } from 'vitest';
import { newYorkWallClock } from '../../time/new-york-time.ts';
import { offerEnd, refusalEnd } from './offer-window.ts';

/** A time in New York in 2026, in standard time unless the text ends in EDT. */
const at = (text: string) => {
  const [date, time, zone] = text.split(' ');
  return new Date(`2026-${date}T${time}${zone === 'EDT' ? '-04:00' : '-05:00'}`);
};
const shown = (until: Date | null) => until && newYorkWallClock(until).replace('2026-', '').replace('T', ' ');
const end = (now: string, start: string, over: string | null = null) =>
  shown(offerEnd({ now: at(now), start_at: at(start), end_at: over === null ? null : at(over) }));

test.for([
  ['a day before the night, an offer lasts two hours', '11-24 18:00', '11-25 22:00', '11-24 20:00'],
  ['just over 16 hours before the night, an offer lasts two hours', '11-25 09:59', '11-26 02:00', '11-25 11:59'],
  ['16 hours before the night, an offer lasts half an hour', '11-25 10:00', '11-26 02:00', '11-25 10:30'],
  ['an hour before the night, an offer lasts half an hour', '11-25 21:00', '11-25 22:00', '11-25 21:30'],
  ['less than an hour before the night, an offer lasts ten minutes', '11-25 21:00:01', '11-25 22:00', '11-25 21:10'],
  ['once the night has begun, an offer lasts ten minutes', '11-25 23:00', '11-25 22:00', '11-25 23:10'],
  ['the time of an offer does not run from 2 AM to 9 AM', '11-25 01:00', '11-26 22:00', '11-25 10:00'],
  [
    'an offer made at 1:59 AM runs for a minute and continues in the morning',
    '11-25 01:59',
    '11-26 22:00',
    '11-25 10:59',
  ],
  ['an offer made at 11:59 PM ends at 1:59 AM', '11-24 23:59', '11-26 22:00', '11-25 01:59'],
  ['at 2 AM no offer is made', '11-25 02:00', '11-26 22:00', null],
  ['at 8:59 AM no offer is made', '11-25 08:59', '11-26 22:00', null],
  ['at 9 AM offers are made again', '11-25 09:00', '11-26 22:00', '11-25 11:00'],
  ['in the hour before a start at 3 AM, the time of an offer runs', '11-25 02:30', '11-25 03:00', '11-25 02:40'],
  ['once the night has begun, the time of an offer runs after 2 AM too', '11-25 02:30', '11-24 23:00', '11-25 02:40'],
  ['before a start at 7 AM, the time of an offer runs again from 6 AM', '11-25 01:50', '11-25 07:00', '11-25 06:20'],
  ['two hours before a start at 4 AM no offer is made', '11-25 02:00', '11-25 04:00', null],
  ['when clocks go forward, an offer runs until 2 AM and from 9 AM', '03-08 01:30', '03-09 22:00 EDT', '03-08 10:30'],
  ['when clocks go forward, no offer is made at 3 AM', '03-08 03:00 EDT', '03-09 22:00 EDT', null],
  ['when clocks go back, an offer runs from 1 to 2 AM both times', '11-01 01:30 EDT', '11-03 22:00', '11-01 09:30'],
  ['when clocks go back, an offer can be made at the second 1:30 AM', '11-01 01:30', '11-03 22:00', '11-01 10:30'],
] as const)('%s', ([, now, start, expected]) => {
  expect(end(now, start)).toBe(expected);
});

test('an offer ends with the event at the latest, and no offer is made after the event', () => {
  expect(end('11-26 01:55', '11-25 22:00', '11-26 02:00')).toBe('11-26 02:00');
  expect(end('11-26 02:00', '11-25 22:00', '11-26 02:00')).toBeNull();
  expect(end('11-26 03:55', '11-25 22:00')).toBe('11-26 04:00');
  expect(end('11-26 04:00', '11-25 22:00')).toBeNull();
});

test.for([
  ['a week before the night, a right of first refusal lasts half an hour', '11-18 18:00', '11-25 22:00', '11-18 18:30'],
  [
    'less than an hour before the night, a right of first refusal lasts ten minutes',
    '11-25 21:30',
    '11-25 22:00',
    '11-25 21:40',
  ],
  ['a right of first refusal made at 3 AM begins at 9 AM', '11-25 03:00', '11-26 22:00', '11-25 09:30'],
  ['a right of first refusal made at 1:50 AM continues at 9 AM', '11-25 01:50', '11-26 22:00', '11-25 09:20'],
  ['after the night there is no right of first refusal', '11-26 04:00', '11-25 22:00', null],
] as const)('%s', ([, now, start, expected]) => {
  expect(shown(refusalEnd({ now: at(now), start_at: at(start), end_at: null }))).toBe(expected);
});
