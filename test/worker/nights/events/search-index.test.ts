import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { eventCards, eventChoices, events, listings } from '../../../../drizzle/tables/all-tables.ts';
import { clearOverCards } from '../../../../worker/features/nights/public/clear-over-cards.cron.ts';
import { db } from '../../../support/worker/db.ts';
import { listEvents, removeEvents } from '../../../support/worker/nights/events-list.ts';
import { anEvent, inHours, list } from '../../../support/worker/nights/listed-event.ts';
import { changeEvent } from '../event-row.ts';

beforeEach(removeEvents);

const titlesOf = async (filters: Record<string, string>) => (await listEvents(filters)).titles.toSorted();

test('after any change every event card in the index matches its event, and an unpublished or deleted event has none', async () => {
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

test('the index can be rebuilt from the cards, as docs/operations.md says', async () => {
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

test('the cron removes events that are over from the index, and a later end brings an event back', async () => {
  const event = await anEvent('Disco Deficit', { start_at: inHours(-8), end_at: inHours(-1) });
  await anEvent('On now', { start_at: inHours(-5) });
  expect(await titlesOf({})).toEqual(['On now']);
  expect(await db.$count(eventCards)).toBe(2);
  await clearOverCards(env, new Date());
  expect(await db.$count(eventCards)).toBe(1);
  await changeEvent(event.id, { end_at: inHours(1) });
  expect((await listEvents()).titles).toEqual(['Disco Deficit', 'On now']);
});
