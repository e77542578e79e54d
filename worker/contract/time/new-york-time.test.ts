import { expect, test } from 'vitest';
import { fromNewYork, newYorkDate, newYorkWallClock } from './new-york-time.ts';

test.each([
  ['winter', '2026-01-15T22:00', '2026-01-16T03:00:00.000Z'],
  ['summer', '2026-07-15T22:00', '2026-07-16T02:00:00.000Z'],
  ['the last minute before the spring change', '2026-03-08T01:59', '2026-03-08T06:59:00.000Z'],
  ['the first minute that spring skips', '2026-03-08T02:00', '2026-03-08T07:00:00.000Z'],
  ['the last minute that spring skips', '2026-03-08T02:59', '2026-03-08T07:59:00.000Z'],
  ['the first minute after the spring change', '2026-03-08T03:00', '2026-03-08T07:00:00.000Z'],
  ['the evening before the spring change', '2026-03-07T22:00', '2026-03-08T03:00:00.000Z'],
  ['the evening of the spring change', '2026-03-08T22:00', '2026-03-09T02:00:00.000Z'],
  ['the last minute before the fall change', '2026-11-01T00:59', '2026-11-01T04:59:00.000Z'],
  ['the first minute that fall repeats', '2026-11-01T01:00', '2026-11-01T05:00:00.000Z'],
  ['the last minute that fall repeats', '2026-11-01T01:59', '2026-11-01T05:59:00.000Z'],
  ['the first minute after the fall change', '2026-11-01T02:00', '2026-11-01T07:00:00.000Z'],
  ['the evening of the fall change', '2026-11-01T22:00', '2026-11-02T03:00:00.000Z'],
])('%s: %s in New York is %s', (_, wallClock, instant) => {
  expect(new Date(fromNewYork(Date.parse(`${wallClock}Z`))).toISOString()).toBe(instant);
});

test('every hour of a year can be converted to New York time and back, except the hour that repeats in fall', () => {
  const apart: string[] = [];
  for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 3_600_000) {
    const back = fromNewYork(Date.parse(`${newYorkWallClock(new Date(at))}Z`));
    if (back !== at) apart.push(new Date(at).toISOString());
  }
  expect(apart).toEqual(['2026-11-01T06:00:00.000Z']);
});

test('the date of an instant is the date in New York', () => {
  expect(newYorkDate(new Date('2026-07-05T03:59:59Z'))).toBe('2026-07-04');
  expect(newYorkDate(new Date('2026-07-05T04:00:00Z'))).toBe('2026-07-05');
});
