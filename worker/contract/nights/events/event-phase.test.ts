import { expect, test } from 'vitest';
import { eventPhase } from './event-phase.ts';

const START = '2026-11-28T03:00:00.000Z';

test.each([
  ['2026-11-28T02:59:59.999Z', '2026-11-28T08:00:00.000Z', 'upcoming'],
  ['2026-11-28T03:00:00.000Z', '2026-11-28T08:00:00.000Z', 'on_now'],
  ['2026-11-28T08:00:00.000Z', '2026-11-28T08:00:00.000Z', 'over'],
  ['2026-11-28T08:59:59.999Z', null, 'on_now'],
  ['2026-11-28T09:00:00.000Z', null, 'over'],
] as const)('at %s an event that ends at %s is %s', (now, end_at, phase) => {
  expect(eventPhase({ start_at: START, end_at }, Date.parse(now))).toBe(phase);
});
