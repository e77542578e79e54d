import { expect, test } from 'vitest';
import { holdEnd } from './ticket-expiry.ts';

const NOW = Date.UTC(2030, 0, 1);
const HOUR = 3_600_000;

test.each([
  ['a day when the night is far', 100, 24],
  ['until two hours before the start', 20, 18],
  ['a day when the night starts in exactly 26 hours', 26, 24],
  ['ten minutes when the start is near', 2.1, 1 / 6],
  ['ten minutes when the night has begun', -1, 1 / 6],
])('a request holds its tickets for %s', (_, startsInHours, hours) => {
  const end = holdEnd({ now: new Date(NOW), start_at: new Date(NOW + startsInHours * HOUR) });
  expect((end.getTime() - NOW) / HOUR).toBeCloseTo(hours, 9);
});
