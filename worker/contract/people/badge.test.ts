import { expect, test } from 'vitest';
import { badgeWords } from './badge.ts';

test('a badge says what was proven, and the month of the proof in New York time', () => {
  expect(badgeWords({ badge_at: '2026-11-22T19:00:00.000Z' })).toBe('School inbox verified, Nov 2026');
  expect(badgeWords({ badge_at: new Date('2026-12-01T04:59:00Z') })).toBe('School inbox verified, Nov 2026');
  expect(badgeWords({ badge_at: new Date('2026-12-01T05:00:00Z') })).toBe('School inbox verified, Dec 2026');
});

test('a badge from staff says that staff gave it', () => {
  expect(badgeWords({ badge_at: null })).toBe('Verified by staff');
});
