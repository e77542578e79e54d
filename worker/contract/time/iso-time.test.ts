import { expect, test } from 'vitest';
import { endAfter, readInstant } from './iso-time.ts';

test.each([
  ['2026-07-04T22:00:00', '2026-07-05T02:00:00.000Z'],
  ['2026-12-04T22:00', '2026-12-05T03:00:00.000Z'],
  ['2026-12-04 22:00', '2026-12-05T03:00:00.000Z'],
  ['2026-12-04T22:00:07.25', '2026-12-05T03:00:07.250Z'],
  ['2026-12-04T22:00:00Z', '2026-12-04T22:00:00.000Z'],
  ['2026-12-04T22:00:00+02:00', '2026-12-04T20:00:00.000Z'],
  ['2026-12-04T22:00:00-0530', '2026-12-05T03:30:00.000Z'],
  ['2028-02-29T22:00', '2028-03-01T03:00:00.000Z'],
  // In spring, 02:00 to 03:00 does not exist. In fall, 01:00 to 02:00 occurs twice, and the first one counts.
  ['2026-03-08T01:59', '2026-03-08T06:59:00.000Z'],
  ['2026-03-08T02:30', '2026-03-08T07:30:00.000Z'],
  ['2026-03-08T03:00', '2026-03-08T07:00:00.000Z'],
  ['2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
  ['2026-11-01T02:00', '2026-11-01T07:00:00.000Z'],
])('%s is the instant %s', (text, instant) => {
  expect(new Date(readInstant(text)!).toISOString()).toBe(instant);
});

test.each([
  '2026-02-30T22:00',
  '2027-02-29T22:00',
  '2026-13-01T22:00',
  '2026-00-10T22:00',
  '2026-12-04T24:00',
  '2026-12-04T22:60',
  '2026-12-04T22:00:60',
  '2026-12-04T22:00+15:00',
  '2026-12-04T22:00+02:75',
  '1999-12-31T22:00',
  '2200-01-01T22:00',
  '2026-12-04',
  '04.12.2026 22:00',
  'tomorrow',
  '',
])('%s is not a valid instant', (text) => {
  expect(readInstant(text)).toBeNull();
});

test.each([
  ['an end after the start stays', '2026-12-04T22:00', '2026-12-04T23:30', '2026-12-05T04:30:00.000Z'],
  ['an end on the next date stays', '2026-12-04T22:00', '2026-12-05T03:00', '2026-12-05T08:00:00.000Z'],
  [
    'an end before the start on the same date moves to the next day',
    '2026-12-04T22:00',
    '2026-12-04T03:00',
    '2026-12-05T08:00:00.000Z',
  ],
  [
    'an end that moves to the next day keeps its local time when the clocks change in spring',
    '2026-03-07T22:00',
    '2026-03-07T04:00',
    '2026-03-08T08:00:00.000Z',
  ],
  [
    'an end that moves to the next day keeps its local time when the clocks change in fall',
    '2026-10-31T22:00',
    '2026-10-31T04:00',
    '2026-11-01T09:00:00.000Z',
  ],
  ['seconds are kept when the end moves', '2026-12-04T22:00', '2026-12-04T03:00:05.5', '2026-12-05T08:00:05.500Z'],
  [
    'an end before the start moves to the next day if only the New York dates are the same',
    '2026-12-05T03:00:00Z',
    '2026-12-04T20:00:00Z',
    '2026-12-05T20:00:00.000Z',
  ],
  [
    'an end before the start moves to the next day if only the written dates are the same',
    '2026-12-04T23:00-08:00',
    '2026-12-04T02:00-08:00',
    '2026-12-05T10:00:00.000Z',
  ],
  ['an end equal to the start stays', '2026-12-04T22:00', '2026-12-04T22:00', '2026-12-05T03:00:00.000Z'],
])('%s', (_, start, end, expected) => {
  const at = endAfter({ text: start, at: readInstant(start)! }, { text: end, at: readInstant(end)! });
  expect(new Date(at!).toISOString()).toBe(expected);
});

test('an end on an earlier date than the start is invalid', () => {
  const [start, end] = ['2026-12-04T22:00', '2026-12-03T23:00'];
  expect(endAfter({ text: start, at: readInstant(start)! }, { text: end, at: readInstant(end)! })).toBeNull();
});
