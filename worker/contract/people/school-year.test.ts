import { expect, test } from 'vitest';
import { proofEnd } from './school-year.ts';

test.each([
  ['2026-11-22T19:00:00Z', '2027-09-15T04:00:00Z'],
  ['2027-01-01T05:00:00Z', '2027-09-15T04:00:00Z'],
  // The last moment of July in New York.
  ['2027-08-01T03:59:59Z', '2027-09-15T04:00:00Z'],
  ['2027-08-01T04:00:00Z', '2028-09-15T04:00:00Z'],
  ['2027-09-14T12:00:00Z', '2028-09-15T04:00:00Z'],
  ['2027-09-15T04:00:00Z', '2028-09-15T04:00:00Z'],
  ['2027-12-31T23:00:00Z', '2028-09-15T04:00:00Z'],
])('a school inbox that was proven at %s stays proven until %s', (proven, end) => {
  expect(proofEnd(new Date(proven))).toEqual(new Date(end));
});
