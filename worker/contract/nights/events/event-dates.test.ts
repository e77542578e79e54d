import { expect, test } from 'vitest';
import { isDate, eventDate, datesOf } from './event-dates.ts';

const at = (instant: string) => new Date(instant);
const span = (when: string, now: string) => {
  const { from, to } = datesOf(when, at(now));
  return [new Date(from).toISOString().slice(0, 16), new Date(to).toISOString().slice(0, 16)];
};

test.each([
  ['2026-11-28T04:00:00Z', '2026-11-27', '11 PM'],
  ['2026-11-28T10:59:00Z', '2026-11-27', '5:59 AM'],
  ['2026-11-28T11:00:00Z', '2026-11-28', '6 AM'],
  ['2026-11-01T05:30:00Z', '2026-10-31', 'the first 1:30 AM when clocks go back'],
  ['2026-11-01T06:30:00Z', '2026-10-31', 'the second 1:30 AM when clocks go back'],
  ['2026-11-01T10:59:00Z', '2026-10-31', '5:59 AM after clocks went back'],
  ['2026-11-01T11:00:00Z', '2026-11-01', '6 AM after clocks went back'],
  ['2027-03-14T07:30:00Z', '2027-03-13', '3:30 AM when clocks go forward'],
  ['2027-03-14T09:59:00Z', '2027-03-13', '5:59 AM after clocks went forward'],
  ['2027-03-14T10:00:00Z', '2027-03-14', '6 AM after clocks went forward'],
])('%s belongs to the night of %s (%s)', (instant, date) => {
  expect(eventDate(at(instant))).toBe(date);
});

test('tonight and tomorrow each last from 6 AM to 6 AM in New York', () => {
  expect(span('tonight', '2026-11-25T20:00:00Z')).toEqual(['2026-11-25T11:00', '2026-11-26T11:00']);
  expect(span('tonight', '2026-11-26T08:00:00Z')).toEqual(['2026-11-25T11:00', '2026-11-26T11:00']);
  expect(span('tomorrow', '2026-11-25T20:00:00Z')).toEqual(['2026-11-26T11:00', '2026-11-27T11:00']);
});

test('a night with a clock change has 25 or 23 hours', () => {
  expect(span('2026-10-31', '2026-01-01T00:00:00Z')).toEqual(['2026-10-31T10:00', '2026-11-01T11:00']);
  expect(span('2027-03-13', '2026-01-01T00:00:00Z')).toEqual(['2027-03-13T11:00', '2027-03-14T10:00']);
});

test.each([
  ['2026-11-25T20:00:00Z', '2026-11-27T11:00', 'a Wednesday'],
  ['2026-11-27T20:00:00Z', '2026-11-27T11:00', 'a Friday'],
  ['2026-11-28T20:00:00Z', '2026-11-28T11:00', 'a Saturday'],
  ['2026-11-29T20:00:00Z', '2026-11-29T11:00', 'a Sunday'],
  ['2026-11-30T08:00:00Z', '2026-11-29T11:00', 'the night from Sunday to Monday'],
])('at %s, this weekend begins at %s and ends on Monday morning (now: %s)', (now, from) => {
  expect(span('weekend', now)).toEqual([from, '2026-11-30T11:00']);
});

test('only an existing day in the form YYYY-MM-DD is a date', () => {
  const texts = ['2026-02-28', '2026-02-30', '2026-13-01', 'tonight', '2026-1-1'];
  expect(texts.filter(isDate)).toEqual(['2026-02-28']);
});
