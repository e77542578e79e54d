import { batch, type MeasuredServer } from './server.ts';
import type { BareStatement } from './route-cost.ts';

const AT_ONCE = 2000;
const DAY_MS = 86_400_000;
const FIVE_MINUTES = 300_000;

export const GROWING_EVENT = 'growth-0';

export function groundRows(): BareStatement[] {
  const venue = (id: string, city: string): BareStatement => ({
    sql: `insert or ignore into venues (id, name, slug, name_key, city_key, city, created_at, updated_at)
      values (?1, ?1, ?1, ?1, lower(?2), ?2, 0, 0)`,
    values: [id, city],
  });
  const seller = { sql: 'insert or ignore into profiles (id, created_at) values (?1, 0)', values: ['growth-seller'] };
  return [venue('growth-venue-0', 'Boston'), venue('growth-venue-1', 'New York'), seller];
}

/** Events start five minutes apart, 288 in 24 hours. Every seventh event has a listing. `start` is in UTC ms. */
export const eventRows = (range: Growth, start: number): BareStatement[] => [
  {
    sql: `${numbersOf(range)} insert or ignore into events (id, title, slug, name_key, venue_id, description, start_at,
      source, external_id, ticket_price_cents, tags, age_policy, created_at, updated_at)
      select 'growth-' || i, 'Night ' || i || ' of disco', 'growth-' || i, 'growth-' || i, 'growth-venue-' || (i % 2),
        'Two rooms, one line at the door, records only.', ?1 + i * ?2, 'growth', i, 1000 + (i % 60) * 100,
        json_array('tag' || (i % 5)), iif(i % 3, '18+', '21+'), 0, 0 from n`,
    values: [start, FIVE_MINUTES],
  },
  {
    sql: `${numbersOf(range)} ${LISTING} 'growth-listing-' || i, 'growth-' || i, 1000 + (i % 60) * 100, 0 from n
      where i % 7 = 0`,
    values: [],
  },
];

/** Adds the events with the numbers from `from` to `to - 1`. All of them start tomorrow or later. */
export async function growEvents(server: MeasuredServer, growth: Growth): Promise<void> {
  const start = Date.now() + DAY_MS;
  for (const range of rangesOf(growth)) await batch(server, eventRows(range, start));
}

export async function growListings(server: MeasuredServer, growth: Growth): Promise<void> {
  for (const range of rangesOf(growth)) {
    const sql = `${numbersOf(range)} ${LISTING} 'growth-more-' || i, '${GROWING_EVENT}', 1000 + (i % 60) * 100, i from n`;
    await batch(server, [{ sql, values: [] }]);
  }
}

interface Growth {
  from: number;
  to: number;
}

const LISTING = `insert or ignore into listings (seller_id, quantity, status, id, event_id, ask_price_cents, created_at)
  select 'growth-seller', 1, 'active',`;

const numbersOf = ({ from, to }: Growth) =>
  `with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${to - 1})`;

export function* rangesOf({ from, to }: Growth): Generator<Growth> {
  for (let at = from; at < to; at += AT_ONCE) yield { from: at, to: Math.min(at + AT_ONCE, to) };
}
