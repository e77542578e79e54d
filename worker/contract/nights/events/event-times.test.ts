import { expect, test } from 'vitest';
import { readInstant } from '../../time/iso-time.ts';
import { rollEnd, weeksLater } from './event-times.ts';

const roll = (start: string, end: string) => iso(rollEnd(readInstant(start)!, readInstant(end)!));
const iso = (instant: number) => new Date(instant).toISOString();

test('an end before the start on the same date moves to the next day, even across clock changes', () => {
  expect(roll('2026-06-05T22:00', '2026-06-05T03:00')).toBe('2026-06-06T07:00:00.000Z');
  expect(roll('2026-10-31T22:00', '2026-10-31T03:00')).toBe('2026-11-01T08:00:00.000Z');
  expect(roll('2026-03-07T22:00', '2026-03-07T03:00')).toBe('2026-03-08T07:00:00.000Z');
  expect(roll('2026-06-05T22:00', '2026-06-04T03:00')).toBe('2026-06-04T07:00:00.000Z');
  expect(roll('2026-06-05T22:00', '2026-06-06T03:00')).toBe('2026-06-06T07:00:00.000Z');
});

test('an event moved by a week keeps its local time across a clock change', () => {
  expect(weeksLater(new Date('2026-10-31T02:00:00Z'), 1).toISOString()).toBe('2026-11-07T03:00:00.000Z');
});
