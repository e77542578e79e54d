import { expect, test } from 'vitest';
import { bannedUntil } from './ban.rules.ts';

const NOW = new Date('2030-01-01T00:00:00.000Z');

test.each([
  ['24h', '2030-01-02T00:00:00.000Z'],
  ['1h30m', '2030-01-01T01:30:00.000Z'],
  ['1.5h', '2030-01-01T01:30:00.000Z'],
  ['300ms', '2030-01-01T00:00:00.300Z'],
  ['0s', '2030-01-01T00:00:00.000Z'],
  ['99999999999h', '9999-12-31T00:00:00.000Z'],
])('a ban of %s ends at %s', (duration, end) => {
  expect(bannedUntil(duration, NOW)?.toISOString()).toBe(end);
});

test('a ban of none is no ban', () => {
  expect(bannedUntil('none', NOW)).toBeNull();
});

test.each(['', '24', 'h', '-1h', '1d', '1h ', 'forever', '1h;drop'])('"%s" is no duration', (duration) => {
  expect(bannedUntil(duration, NOW)).toBeUndefined();
});
