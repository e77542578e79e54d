import { sayLast } from '../support/run/last-line.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/d1';
import * as v from 'valibot';
import { ListEvents } from '../../worker/contract/nights/events/events.ts';
import { findEvents } from '../../worker/features/nights/public/search-events.db.ts';
import { type LocalD1, migrate } from '../../worker/local/database/migrate.db.ts';
import { openPlatform } from '../../worker/local/platform.ts';
import { type Figure, writeSection } from './performance-page.ts';

const FEES = { buyer_pct: 8, buyer_fixed_cents: 50, seller_pct: 0 };

/**
 * Measures lists of events in a database of many events: prints how many rows each list reads and how long it takes.
 * Fails if a list reads more than 3 rows for each event that it shows. Writing 100,000 events takes about two
 * minutes.
 */
const count = Number(process.argv[2] ?? 100_000);
const AT_ONCE = 5000;
const EVERY = {
  q: 'disko',
  city: 'Boston',
  age: '18+',
  venue: 'v0',
  tag: 'tag2',
  under: '40',
  available: '1',
  limit: '48',
};
const LISTS: Record<string, string>[] = [
  { limit: '48' },
  { limit: '48', under: '30' },
  { limit: '48', q: 'disco' },
  { limit: '48', q: 'disko' },
  EVERY,
  { ...EVERY, when: '2030-08-20' },
  { ...EVERY, sort: 'asc' },
  { ...EVERY, sort: 'desc', when: '2030-08-20' },
];
const figures: Figure[] = [];
const faults: string[] = [];
const START = Date.UTC(2030, 5, 1);

const state = mkdtempSync(join(tmpdir(), 'vouch-find-'));
const platform = openPlatform(state);
try {
  const d1 = await platform.database();
  await migrate(d1);
  const began = Date.now();
  await fill(d1);
  console.log(`${count} events written in ${Math.round((Date.now() - began) / 1000)} s`);
  for (const given of LISTS) await measure(d1, given);
  writeSection({
    title: 'Finding events',
    command: 'npm run bench:find',
    figures,
    text: `${count} events. Each list is one query.`,
  });
  sayLast('bench:find', { good: 'every list reads what it shows', faults });
} finally {
  await platform.close();
  rmSync(state, { recursive: true, force: true });
}

interface Query {
  sql: string;
  values: unknown[];
}

/** Wraps the database and records each query. */
function loggedDb(d1: LocalD1, asked: Query[]) {
  return drizzle(d1, { logger: { logQuery: (sql, values) => void asked.push({ sql, values }) } });
}

/** Runs the queries again and adds up the rows that the database reports as read. */
async function rowsRead(d1: LocalD1, asked: readonly Query[]): Promise<number> {
  const results = await d1.batch(asked.map(({ sql, values }) => d1.prepare(sql).bind(...values)));
  return results.reduce((sum, { meta }) => sum + meta.rows_read, 0);
}

async function measure(d1: LocalD1, given: Record<string, string>): Promise<void> {
  const { limit, cursor: _cursor, with: _with, ...filters } = v.parse(ListEvents, given);
  const asked: Query[] = [];
  const began = performance.now();
  const found = await findEvents(loggedDb(d1, asked), {
    now: new Date(),
    filters,
    fees: FEES,
    after: null,
    limit: limit + 1,
  });
  const took = performance.now() - began;
  const shown = Math.min(limit, found.length);
  const read = await rowsRead(d1, asked);
  const filtered = Object.entries(given).map(([name, value]) => `${name}=${value}`);
  console.log(
    `${shown} events, ${asked.length} query, ${read} rows read, ${took.toFixed(0)} ms: ${filtered.join(' ')}`,
  );
  figures.push({
    what: `Rows read by the list \`${filtered.join(' ') || 'all'}\``,
    figure: String(read),
    reference: `events shown: ${shown}`,
    ratio: shown === 0 ? '' : (read / shown).toFixed(2),
  });
  if (shown === 0 || read > 3 * shown) faults.push(`${read} rows read for ${shown} events: ${filtered.join(' ')}`);
}

/**
 * Adds events five minutes apart, so 288 share a night, with every combination of a few values. Every seventh has
 * tickets.
 */
async function fill(d1: LocalD1): Promise<void> {
  const venue = (id: string, city: string) =>
    d1
      .prepare(
        'insert into venues (id, name, slug, name_key, city_key, city, created_at, updated_at) values (?1, ?1, ?1, ?1, lower(?2), ?2, 0, 0)',
      )
      .bind(id, city);
  const seller = d1.prepare("insert into profiles (id, created_at) values ('seller', 0)");
  await d1.batch([venue('v0', 'Boston'), venue('v1', 'Brooklyn'), seller]);
  for (let at = 0; at < count; at += AT_ONCE) {
    const numbers = `with recursive n(i) as (select ${at} union all select i + 1 from n
      where i < ${Math.min(at + AT_ONCE, count) - 1})`;
    await d1.batch([
      d1.prepare(
        `${numbers} insert into events (id, title, slug, name_key, venue_id, description, start_at, source, external_id,
          ticket_price_cents, tags, age_policy, created_at, updated_at)
        select 'e' || i, 'Night ' || i || ' of disco', 'e' || i, 'e' || i, 'v' || (i % 2),
          'Two rooms, one line at the door, records only.', ${START} + i * 300000,
          'bench', i, 1000 + (i % 60) * 100, json_array('tag' || (i % 5)), iif(i % 3, '18+', '21+'), 0, 0 from n`,
      ),
      d1.prepare(
        `${numbers} insert into listings (id, event_id, seller_id, quantity, ask_price_cents, status, created_at)
        select 'l' || i, 'e' || i, 'seller', 1, 1000 + (i % 60) * 100, 'active', 0 from n where i % 7 = 0`,
      ),
    ]);
  }
}
