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
import { eventRows, groundRows, rangesOf } from './fill-growth.ts';
import { type Figure, writeSection } from './performance-page.ts';
import type { BareStatement } from './route-cost.ts';

const FEES = { buyer_pct: 8, buyer_fixed_cents: 50, seller_pct: 0 };

/**
 * The number of events that the benchmark writes before it measures. Writing 100,000 takes about two minutes. The
 * benchmark fails if a list reads more than 3 rows for each event that it shows.
 */
const count = Number(process.argv[2] ?? 100_000);
const PLACE = { city: 'Boston', venue: 'growth-venue-0' };
const EVERY = { ...PLACE, q: 'disko', age: '18+', tag: 'tag2', under: '40', available: '1', limit: '48' };
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

function run(d1: LocalD1, statements: readonly BareStatement[]) {
  return d1.batch(statements.map(({ sql, values }) => d1.prepare(sql).bind(...values)));
}

async function measure(d1: LocalD1, given: Record<string, string>): Promise<void> {
  const { limit, cursor: _cursor, with: _with, ...filters } = v.parse(ListEvents, given);
  const asked: BareStatement[] = [];
  const db = drizzle(d1, { logger: { logQuery: (sql, values) => void asked.push({ sql, values }) } });
  const began = performance.now();
  const found = await findEvents(db, { now: new Date(), filters, fees: FEES, after: null, limit: limit + 1 });
  const took = performance.now() - began;
  const shown = Math.min(limit, found.length);
  // Runs the queries again, because only raw answers say how many rows were read.
  const read = (await run(d1, asked)).reduce((sum, { meta }) => sum + meta.rows_read, 0);
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

async function fill(d1: LocalD1): Promise<void> {
  await run(d1, groundRows());
  for (const range of rangesOf({ from: 0, to: count })) await run(d1, eventRows(range, START));
}
