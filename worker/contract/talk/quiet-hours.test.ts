import { expect, test } from 'vitest';
import { endOfQuiet } from './quiet-hours.ts';

const NIGHT = { from: 120, until: 540 };
const ACROSS_MIDNIGHT = { from: 1380, until: 480 };

test.each([
  ['before they begin', NIGHT, '2026-11-22T06:59:00Z', null],
  ['at their first minute', NIGHT, '2026-11-22T07:00:00Z', '2026-11-22T14:00:00.000Z'],
  ['at their last minute', NIGHT, '2026-11-22T13:59:59Z', '2026-11-22T14:00:00.000Z'],
  ['at their end', NIGHT, '2026-11-22T14:00:00Z', null],
  ['across midnight, before it', ACROSS_MIDNIGHT, '2026-11-23T04:30:00Z', '2026-11-23T13:00:00.000Z'],
  ['across midnight, after it', ACROSS_MIDNIGHT, '2026-11-23T05:30:00Z', '2026-11-23T13:00:00.000Z'],
  ['across midnight, at noon', ACROSS_MIDNIGHT, '2026-11-23T17:00:00Z', null],
  ['in summer', NIGHT, '2026-07-01T07:00:00Z', '2026-07-01T13:00:00.000Z'],
  ['on the night when an hour is skipped', NIGHT, '2026-03-08T07:30:00Z', '2026-03-08T13:00:00.000Z'],
  ['on the night when an hour occurs twice', NIGHT, '2026-11-01T07:30:00Z', '2026-11-01T14:00:00.000Z'],
  ['of an empty range', { from: 300, until: 300 }, '2026-11-22T10:00:00Z', null],
])('whether quiet hours make a notification wait, and until when: %s', (_, hours, now, end) => {
  expect(endOfQuiet(hours, new Date(now))?.toISOString() ?? null).toBe(end);
});
