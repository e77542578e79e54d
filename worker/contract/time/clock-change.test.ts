import { expect, test } from 'vitest';
import { clockChangeAt, clockChangeSentence } from './clock-change.ts';

test.each([
  ['2027-03-14T01:59', null],
  ['2027-03-14T02:00', 'skipped'],
  ['2027-03-14T02:59', 'skipped'],
  ['2027-03-14T03:00', null],
  ['2026-11-01T00:59', null],
  ['2026-11-01T01:00', 'twice'],
  ['2026-11-01T01:59', 'twice'],
  ['2026-11-01T02:00', null],
  ['2027-03-14T02:30Z', null],
  ['later', null],
] as const)('for the New York time %s, clockChangeAt returns %s', (text, change) => {
  expect(clockChangeAt(text)).toBe(change);
});

test('a sentence explains that the clock change skips or repeats the given time', () => {
  expect(clockChangeSentence('2027-03-14T02:30')).toBe(
    '2:30 AM doesn’t exist that night: the clocks go forward an hour. Choose a time before 2:00 AM or from 3:00 AM on.',
  );
  expect(clockChangeSentence('2026-11-01T01:30')).toContain('1:30 AM occurs twice that night');
  expect(clockChangeSentence('2026-11-01T13:30')).toBeNull();
});
