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
] as const)('at %s the clocks in New York make the time %s', (text, change) => {
  expect(clockChangeAt(text)).toBe(change);
});

test('a time that is skipped or comes twice is told with a sentence that says what to do or what counts', () => {
  expect(clockChangeSentence('2027-03-14T02:30')).toBe(
    '2:30 AM does not exist on that night: the clocks go forward by an hour. Choose a time before 2:00 AM or from 3:00 AM.',
  );
  expect(clockChangeSentence('2026-11-01T01:30')).toContain('1:30 AM comes twice on that night');
  expect(clockChangeSentence('2026-11-01T13:30')).toBeNull();
});
