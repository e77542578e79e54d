import { expect, test } from 'vitest';
import { untilWhen } from './until-when.ts';

test.each([
  ['2026-11-28T02:40:00Z', '2026-11-27T20:00:00Z', '9:40 PM'],
  ['2026-11-28T05:10:00Z', '2026-11-28T04:50:00Z', 'Saturday, 12:10 AM'],
  ['2026-11-29T02:40:00Z', '2026-11-28T02:41:00Z', 'Saturday, 9:40 PM'],
])('%s told at %s is %s', (instant, now, text) => {
  expect(untilWhen(instant, new Date(now))).toBe(text);
});
