import { expect, test } from 'vitest';
import { bannedUntil, isBanned } from './ban.rules.ts';

const NOW = new Date('2030-01-01T00:00:00.000Z');

test.each([
  ['24h', '2030-01-02T00:00:00.000Z'],
  ['1h30m', '2030-01-01T01:30:00.000Z'],
  ['1.5h', '2030-01-01T01:30:00.000Z'],
  ['300ms', '2030-01-01T00:00:00.300Z'],
  ['2s', '2030-01-01T00:00:02.000Z'],
  ['4000us1000000ns', '2030-01-01T00:00:00.005Z'],
  ['3000µs', '2030-01-01T00:00:00.003Z'],
  ['0s', '2030-01-01T00:00:00.000Z'],
  ['99999999999h', '9999-12-31T00:00:00.000Z'],
])('a ban of %s ends at %s', (duration, end) => {
  expect(bannedUntil(duration, NOW)?.toISOString()).toBe(end);
});

test('the duration "none" lifts a ban', () => {
  expect(bannedUntil('none', NOW)).toBeNull();
});

test.each(['', '24', 'h', '-1h', '1d', '1h ', 'forever', '1h;drop'])('the ban duration "%s" is refused', (duration) => {
  expect(bannedUntil(duration, NOW)).toBeUndefined();
});

test.each([
  ['no ban', null, false],
  ['an end before now', new Date(NOW.getTime() - 1), false],
  ['an end at this instant', NOW, false],
  ['an end after now', new Date(NOW.getTime() + 1), true],
])('an account is banned only if the end of its ban is in the future: %s', (_, banned_until, expected) => {
  expect(isBanned({ banned_until }, NOW)).toBe(expected);
});
