import { batch, type MeasuredServer } from './server.ts';
import type { BareStatement } from './route-cost.ts';

const AT_ONCE = 2000;
const DAY_MS = 86_400_000;
const FIVE_MINUTES = 300_000;

/** The event whose listings grow. */
export const GROWING_EVENT = 'growth-0';

/** Adds two venues and a seller, to which all later rows refer. */
export async function fillGround(server: MeasuredServer): Promise<void> {
  const venue = (id: string, city: string): BareStatement => ({
    sql: 'insert or ignore into venues (id, name, slug, name_key, city_key, city, created_at, updated_at) values (?1, ?1, ?1, ?1, lower(?2), ?2, 0, 0)',
    values: [id, city],
  });
  const seller = { sql: 'insert or ignore into profiles (id, created_at) values (?1, 0)', values: ['growth-seller'] };
  await batch(server, [venue('growth-venue-0', 'Boston'), venue('growth-venue-1', 'New York'), seller]);
}

/** Adds events until there are `to`, five minutes apart, starting tomorrow. Every seventh has a listing. */
export async function growEvents(server: MeasuredServer, { from, to }: Growth): Promise<void> {
  const start = Date.now() + DAY_MS;
  await inSteps({ from, to }, (numbers) =>
    batch(server, [
      {
        sql: `${numbers} insert or ignore into events (id, title, slug, name_key, venue_id, description, start_at,
          source, external_id,
            ticket_price_cents, tags, age_policy, created_at, updated_at)
          select 'growth-' || i, 'Night ' || i || ' of disco', 'growth-' || i, 'growth-' || i, 'growth-venue-' || (i %
            2),
            'Two rooms, one line at the door, records only.', ?1 + i * ?2, 'growth', i, 1000 + (i % 60) * 100,
            json_array('tag' || (i % 5)), iif(i % 3, '18+', '21+'), 0, 0 from n`,
        values: [start, FIVE_MINUTES],
      },
      {
        sql: `${numbers} ${LISTING} 'growth-listing-' || i, 'growth-' || i, 1000 + (i % 60) * 100, 0 from n where i % 7 = 0`,
        values: [],
      },
    ]),
  );
}

/** Adds listings to one event until it has `to`. */
export async function growListings(server: MeasuredServer, { from, to }: Growth): Promise<void> {
  await inSteps({ from, to }, (numbers) =>
    batch(server, [
      {
        sql: `${numbers} ${LISTING} 'growth-more-' || i, '${GROWING_EVENT}', 1000 + (i % 60) * 100, i from n`,
        values: [],
      },
    ]),
  );
}

interface Growth {
  from: number;
  to: number;
}

const LISTING = `insert or ignore into listings (seller_id, quantity, status, id, event_id, ask_price_cents, created_at)
  select 'growth-seller', 1, 'active',`;

async function inSteps({ from, to }: Growth, step: (numbers: string) => Promise<unknown>): Promise<void> {
  for (let at = from; at < to; at += AT_ONCE) {
    const last = Math.min(at + AT_ONCE, to) - 1;
    await step(`with recursive n(i) as (select ${at} union all select i + 1 from n where i < ${last})`);
  }
}
