import { countRows } from '../../../support/worker/count-d1.ts';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { eventCards, eventChoices, events, listings } from '../../../../drizzle/tables/all-tables.ts';
import { datesOf } from '../../../../worker/contract/nights/events/event-dates.ts';
import { clearOverCards } from '../../../../worker/features/nights/public/clear-over-cards.cron.ts';
import { db } from '../../../support/worker/db.ts';
import { listEvents, manyEvents, removeEvents } from '../../../support/worker/nights/events-list.ts';
import { anEvent, HOUR, inHours, list } from '../../../support/worker/nights/listed-event.ts';
import { changeEvent } from '../../../support/worker/nights/event-row.ts';

countRows();

beforeEach(removeEvents);

const titlesOf = async (filters: Record<string, string>) => (await listEvents(filters)).titles.toSorted();

test('after any change, the cards in the search index match the published events', async () => {
  const event = await anEvent('Disco Deficit', { ticket_price_cents: 6000 });
  const other = await anEvent('Low End');
  await list(event, [{ quantity: 2, ask_price_cents: 6500 }]);
  await changeEvent(event.id, { title: 'Disco Surplus', tags: ['disco'], price_max_pct: 5, start_at: inHours(72) });
  await changeEvent(other.id, { is_published: false });
  expect((await listEvents()).events).toMatchObject([
    { title: 'Disco Surplus', tickets: 0, from_price: null, tags: ['disco'] },
  ]);
  const columns =
    'place, event_id, title, slug, start_at, tags, ticket_price_cents, venue_name, city_key, tickets, from_cents';
  const off = await env.DB.prepare(
    `select ${columns} from event_cards except select ${columns} from event_card_offers
    union all select ${columns} from event_card_offers except select ${columns} from event_cards`,
  ).all();
  expect(off.results).toEqual([]);
  await db.delete(listings);
  await db.delete(events);
  expect([await db.$count(eventCards), await db.$count(eventChoices)]).toEqual([0, 0]);
  const left = await env.DB.prepare(
    `select count(*) as entries from event_index where event_index match 'facets : e'`,
  ).first();
  expect(left).toEqual({ entries: 0 });
});

test('the search index can be rebuilt from the stored events and listings', async () => {
  const event = await anEvent('Disco Deficit');
  await list(event, [{ quantity: 2, ask_price_cents: 2500 }]);
  const before = await db.select().from(eventCards);
  const made = await env.DB.prepare("select sql from sqlite_master where name = 'event_index'").first<{
    sql: string;
  }>();
  const again =
    'insert into event_cards select * from event_card_offers where start_at > (unixepoch() - 172800) * 1000';
  for (const sql of [
    'drop table event_index',
    made!.sql,
    'delete from event_cards',
    'delete from event_choices',
    again,
  ])
    await env.DB.prepare(sql).run();
  expect(await db.select().from(eventCards)).toEqual(before);
  expect(await titlesOf({ q: 'deficit', available: '1' })).toEqual(['Disco Deficit']);
});

test('the cron job removes an ended event from the search index, and a later end time brings it back', async () => {
  const event = await anEvent('Disco Deficit', { start_at: inHours(-8), end_at: inHours(-1) });
  await anEvent('On now', { start_at: inHours(-5) });
  expect(await titlesOf({})).toEqual(['On now']);
  expect(await db.$count(eventCards)).toBe(2);
  await clearOverCards(env, new Date());
  expect(await db.$count(eventCards)).toBe(1);
  await changeEvent(event.id, { end_at: inHours(1) });
  expect((await listEvents()).titles).toEqual(['Disco Deficit', 'On now']);
});

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

test('in every sort order, a list with all filters reads at most 3 rows per listed event', async () => {
  const count = 5000;
  await manyEvents(count);
  // The events start one minute apart, the first in 48 hours. So the date in 72 hours always has events.
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

test('a list without filters or with a single filter reads at most 3 rows per listed event', async () => {
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

test('the events of a filter choice are counted only up to 51', async () => {
  await manyEvents(300);
  const { choices, cost } = await listEvents({ with: 'choices', limit: '48' });
  expect(choices.counts).toMatchObject({ available: 43, under_50: 51 });
  expect(choices.age.map(({ events: count }) => count)).toEqual([51, 51]);
  expect(cost.round_trips).toBe(1);
  expect(cost.rows_read).toBeLessThan(2 * 48 + 20 * 2 * 51);
});
