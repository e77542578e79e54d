import { expect, test } from 'vitest';
import { reminderDay } from './reminder-day.rules.ts';

const HOUR = 3_600_000;
const at = (instant: string) => reminderDay(new Date(instant));

test.each([
  ['in winter', '2026-12-04T19:59:59Z', null],
  ['in winter', '2026-12-04T20:00:00Z', '2026-12-05'],
  ['in winter', '2026-12-05T00:59:59Z', '2026-12-05'],
  ['in winter', '2026-12-05T01:00:00Z', null],
  ['in summer', '2026-07-03T18:59:59Z', null],
  ['in summer', '2026-07-03T19:00:00Z', '2026-07-04'],
  ['on the last day of a year', '2026-12-31T21:00:00Z', '2027-01-01'],
] as const)(
  'reminders are sent only from 3 to 8 PM in New York, and are about the next day (%s, %s: %s)',
  (_when, instant, day) => {
    expect(at(instant)?.day ?? null).toBe(day);
  },
);

test.each([
  ['the clocks go forward', '2026-03-07T20:30:00Z', '2026-03-08T05:00:00.000Z', 23],
  ['the clocks go back', '2026-10-31T20:30:00Z', '2026-11-01T04:00:00.000Z', 25],
  ['the clocks stay the same', '2026-12-04T20:30:00Z', '2026-12-05T05:00:00.000Z', 24],
])('a day on which %s begins and ends at midnight in New York', (_what, instant, from, hours) => {
  const day = at(instant)!;
  expect([new Date(day.from).toISOString(), (day.to - day.from) / HOUR]).toEqual([from, hours]);
});
