import { expect, test } from 'vitest';
import { filtersOf } from './event-filters.ts';

test('the filters are read from the URL, and unknown or malformed values are dropped', () => {
  expect(filtersOf({ q: 123, venue: 'v1', city: ['x'], sort: 'up', utm: 'x' })).toEqual({ q: '123', venue: 'v1' });
  expect(filtersOf({ when: '2026-02-30', under: 300, available: 'yes', age: '' })).toEqual({});
  expect(filtersOf({ under: 30, available: 1, when: 'tonight' })).toEqual({
    under: '30',
    available: '1',
    when: 'tonight',
  });
});

test('the same filters give the same query, whatever their order in the address', () => {
  expect(JSON.stringify(filtersOf({ city: 'Boston', q: 'disco' }))).toBe(
    JSON.stringify(filtersOf({ q: 'disco', city: 'Boston' })),
  );
});
