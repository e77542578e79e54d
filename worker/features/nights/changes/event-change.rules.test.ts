import { expect, test } from 'vitest';
import { newsOf } from './event-change.rules.ts';

const VENUE = { name: 'Basement', name_key: 'basement', city: 'Boston', city_key: 'boston', address: '1 Door Street' };
const TOLD = { start_at: Date.UTC(2030, 5, 15, 2), is_published: true, is_cancelled: false, venue: VENUE };
type Venue = Partial<typeof VENUE>;

const moved = ({ from = {}, to = {}, alias = false }: { from?: Venue; to?: Venue; alias?: boolean }) => {
  const told = { ...TOLD, venue: { ...VENUE, ...from } };
  const venue = { ...VENUE, ...to };
  return newsOf(told, { ...TOLD, venue, is_over: false, is_scheduled: false, is_same_name: alias }) !== 'nothing';
};
const RENAMED = { name: 'Cellar', name_key: 'cellar' };
const IN_NEW_YORK = { city: 'New York', city_key: 'new york' };
const ELSEWHERE = { address: '9 Far Avenue' };
const UNKNOWN = { address: '' };

test.each([
  ['stays where it is', {}, false],
  ['is at another address', { to: ELSEWHERE }, true],
  ['is in another city', { to: IN_NEW_YORK }, true],
  ['has a renamed venue', { to: RENAMED, alias: true }, false],
  ['has a renamed venue without an address', { from: UNKNOWN, to: { ...RENAMED, ...UNKNOWN }, alias: true }, false],
  [
    'has a venue that was merged into one of another city at the same address',
    { to: { ...RENAMED, ...IN_NEW_YORK }, alias: true },
    false,
  ],
  [
    'has a venue that got another name, city and address',
    { to: { ...RENAMED, ...IN_NEW_YORK, ...ELSEWHERE }, alias: true },
    true,
  ],
  ['has another venue at the same address', { to: RENAMED }, false],
  ['has another venue without an address', { from: UNKNOWN, to: { ...RENAMED, ...UNKNOWN } }, true],
])('people get news only if an event has really moved: an event that %s (%s)', (_, change, isNews) => {
  expect(moved(change)).toBe(isNews);
});
