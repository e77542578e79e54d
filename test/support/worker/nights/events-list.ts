import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import { profileRow, venueRow } from '../../../../drizzle/seed/rows.ts';
import { events, listings, profiles, venues } from '../../../../drizzle/tables/all-tables.ts';
import { callCounted } from '../call.ts';
import { db } from '../db.ts';

interface Card {
  id: string;
  title: string;
  start_at: string;
  ticket_price: number | null;
  from_price: number | null;
  tickets: number;
  tags: string[];
  age_policy: string;
  venue: { city: string };
}
interface Choice {
  value: string;
  label: string;
  events: number | null;
}
interface Listed {
  events: Card[];
  next_cursor: string | null;
  choices: Record<'counts' | 'without', Record<string, number>> &
    Record<'city' | 'area' | 'age' | 'tag' | 'venue', Choice[]>;
}

/** Lists events. Because of the `limit`, the response is not stored in the shared cache. */
export async function listEvents(filters: Record<string, string> = {}) {
  const { answer, cost } = await callCounted(
    `/api/events?${new URLSearchParams({ limit: '50', ...filters }).toString()}`,
  );
  expect([answer.status, filters]).toEqual([200, filters]);
  const body = await answer.json<Listed>();
  return { ...body, cost, titles: body.events.map(({ title }) => title) };
}
export async function removeEvents(): Promise<void> {
  await db.batch([db.delete(listings), db.delete(events), db.delete(venues), db.delete(profiles)]);
}

/** Prices are 10 to 69 dollars; every seventh event has tickets. */
export async function manyEvents(count: number): Promise<void> {
  await db
    .insert(venues)
    .values([venueRow({ id: 'w0', name: 'Salt Cellar', city: 'Boston' }), venueRow({ id: 'w1', city: 'Brooklyn' })]);
  await db.insert(profiles).values(profileRow({ id: 'w-seller' }));
  const start = Math.floor((Date.now() + 48 * 3_600_000) / 60_000) * 60_000;
  await env.DB.prepare(
    `with recursive n(i) as (select 0 union all select i + 1 from n where i < ?1 - 1)
    insert into events (id, title, slug, name_key, venue_id, start_at, source, external_id, ticket_price_cents, tags,
      age_policy, created_at, updated_at)
    select 'w' || i, 'Night ' || i || ' of disco', 'w' || i, 'w' || i, 'w' || (i % 2), ?2 + i * 60000, 'test', 'w' || i,
      1000 + (i % 60) * 100,
      json_array('tag' || (i % 5)), iif(i % 3, '18+', '21+'), 0, 0 from n`,
  )
    .bind(count, start)
    .run();
  await env.DB.prepare(
    `insert into listings (id, event_id, seller_id, quantity, ask_price_cents, status, created_at)
    select 'wl' || id, id, 'w-seller', 1, ticket_price_cents, 'active', 0 from events
      where cast(substr(id, 2) as integer) % 7 = 0`,
  ).run();
}
