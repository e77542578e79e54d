import { expect, test } from 'vitest';
import { holdEnd, PAY_WINDOW_MS } from './ticket-expiry.ts';

const NOW = Date.UTC(2030, 0, 1);
const HOUR = 3_600_000;

test.each([
  ['for a day if the night is far off', 100, true, 24],
  ['until two hours before the start', 20, true, 18],
  ['for a day if the night starts in exactly 26 hours', 26, true, 24],
  ['for ten minutes if the start is near', 2.1, true, 1 / 6],
  ['for ten minutes if the night has begun', -1, true, 1 / 6],
  ['for six hours if the school of the buyer is not verified', 100, false, 6],
  ['until two hours before the start, even if the school is not verified', 5, false, 3],
  ['for ten minutes if the start is near, even if the school is not verified', 2.1, false, 1 / 6],
])('a request holds its tickets %s', (_, startsInHours, is_verified, hours) => {
  const end = holdEnd({ now: new Date(NOW), start_at: new Date(NOW + startsInHours * HOUR), is_verified });
  expect((end.getTime() - NOW) / HOUR).toBeCloseTo(hours, 9);
});

test('a buyer has 15 minutes to authorize a card', () => {
  expect(PAY_WINDOW_MS / HOUR).toBe(0.25);
});
