import { beforeEach, expect, test } from 'vitest';
import { datesOf } from '../../../../worker/contract/nights/events/event-dates.ts';
import { listEvents, manyEvents, removeEvents } from '../../../support/worker/nights/events-list.ts';

const HOUR = 3_600_000;
beforeEach(removeEvents);

const EVERY_FILTER = {
  q: 'disko',
  city: 'Boston',
  age: '18+',
  venue: 'w0',
  tag: 'tag2',
  under: '40',
  available: '1',
};

const byPrice = (i: number, k: number) => (i % 60) - (k % 60) || i - k;

test('a list with every filter combined takes one round trip and reads at most 3 rows for each event, in every order', async () => {
  const count = 5000;
  await manyEvents(count);
  // The events begin in 48 hours, one each minute, so these dates have events at any time of day.
  const dates = datesOf('tonight', new Date(Date.now() + 72 * HOUR));
  const when = new Date(dates.from + 12 * HOUR).toISOString().slice(0, 10);
  const all = Array.from({ length: count }, (_, i) => i);
  const wanted = all.filter((i) => i % 2 === 0 && i % 3 > 0 && i % 5 === 2 && i % 60 <= 30 && i % 7 === 0);
  for (const sort of [undefined, 'asc', 'desc']) {
    const asked: Record<string, string> = { ...EVERY_FILTER, limit: '20', ...(sort ? { sort } : {}) };
    const { events: found, cost, next_cursor } = await listEvents(asked);
    expect(found).toHaveLength(20);
    expect(cost.round_trips).toBe(1);
    expect(cost.rows_read).toBeLessThanOrEqual(3 * found.length);
    const ordered = sort ? wanted.toSorted((i, k) => (sort === 'asc' ? byPrice(i, k) : byPrice(k, i))) : wanted;
    const next = await listEvents({ ...asked, cursor: next_cursor! });
    expect([...found, ...next.events].map(({ id }) => id)).toEqual(ordered.slice(0, 40).map((i) => `w${i}`));

    const onOneDate = await listEvents({ ...asked, when });
    const onDate = ordered.filter((i) => {
      const start = Date.parse(found[0]!.start_at) + (i - Number(found[0]!.id.slice(1))) * 60_000;
      return start >= dates.from && start < dates.to;
    });
    expect(onOneDate.events.map(({ id }) => id)).toEqual(onDate.slice(0, 20).map((i) => `w${i}`));
    expect(onOneDate.cost.rows_read).toBeLessThanOrEqual(3 * Math.max(1, onOneDate.events.length));
  }
});

test('a list without filters, and one with a single filter, read at most 3 rows for each event', async () => {
  await manyEvents(300);
  const each: Record<string, string>[] = [
    {},
    { city: 'New York' },
    { under: '30' },
    { sort: 'desc' },
    { q: 'night' },
    { q: 'nigth' },
  ];
  for (const filters of each) {
    const { events: found, cost } = await listEvents({ ...filters, limit: '48' });
    expect(found).toHaveLength(48);
    expect(cost).toMatchObject({ round_trips: 1 });
    expect(cost.rows_read).toBeLessThanOrEqual(3 * found.length);
  }
});

test('counting the events of a filter choice stops at 51, which limits the cost of a popular choice', async () => {
  await manyEvents(300);
  const { choices, cost } = await listEvents({ with: 'choices', limit: '48' });
  expect(choices.counts).toMatchObject({ available: 43, under_50: 51 });
  expect(choices.age.map(({ events: count }) => count)).toEqual([51, 51]);
  expect(cost.round_trips).toBe(1);
  expect(cost.rows_read).toBeLessThan(2 * 48 + 20 * 2 * 51);
});
