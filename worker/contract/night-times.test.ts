import { expect, test } from 'vitest';
import { readInstant, rollEnd, weeksLater } from './night-times.ts';

const roll = (start: string, end: string) => iso(rollEnd(readInstant(start)!, readInstant(end)!));
const iso = (instant: number | null) => instant && new Date(instant).toISOString();

test.each([
  ['2026-10-31T22:00', '2026-11-01T02:00:00.000Z'],
  ['2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
  ['2026-03-08T02:30', '2026-03-08T07:30:00.000Z'],
  ['2026-10-31T22:00:15Z', '2026-10-31T22:00:15.000Z'],
  ['2026-10-31T22:00:00.250-07:00', '2026-11-01T05:00:00.250Z'],
])('%s is read as %s', (text, instant) => {
  expect(iso(readInstant(text))).toBe(instant);
});

test.each(['', 'tomorrow', '2026-02-31T22:00', '2026-13-01T22:00', '2026-10-31', '2026-10-31T25:00', '22:00'])(
  '%j is no instant',
  (text) => {
    expect(readInstant(text)).toBeNull();
  },
);

test('an end before the start on the same date is meant for the next day, across both clock changes', () => {
  expect(roll('2026-06-05T22:00', '2026-06-05T03:00')).toBe('2026-06-06T07:00:00.000Z');
  expect(roll('2026-10-31T22:00', '2026-10-31T03:00')).toBe('2026-11-01T08:00:00.000Z');
  expect(roll('2026-03-07T22:00', '2026-03-07T03:00')).toBe('2026-03-08T07:00:00.000Z');
  expect(roll('2026-06-05T22:00', '2026-06-04T03:00')).toBe('2026-06-04T07:00:00.000Z');
  expect(roll('2026-06-05T22:00', '2026-06-06T03:00')).toBe('2026-06-06T07:00:00.000Z');
});

test('a week later the clock on the wall shows the same', () => {
  expect(weeksLater(new Date('2026-10-31T02:00:00Z'), 1).toISOString()).toBe('2026-11-07T03:00:00.000Z');
});
