import type { DatabaseSync } from 'node:sqlite';
import type { Db } from '../../../worker/context.ts';
import { canBeOffered } from './expected-offers.ts';
import { readRows, type Rows } from './rows.ts';

export interface Outcome {
  broken: string[];
  met: Record<string, number>;
}

export interface World {
  database: DatabaseSync;
  db: Db;
  random: () => number;
  now: () => Date;
  wait: (ms: number) => void;
  start: number;
  stock: Map<string, number>;
  people: number;
  outcome: Outcome;
}

export const met = ({ outcome }: World, what: string) => (outcome.met[what] = (outcome.met[what] ?? 0) + 1);

/** Checks that tickets added since `before` are kept for the waitlist as long as somebody there can get an offer. */
export function checkKept(world: World, before: Rows): void {
  const rows = readRows(world.database);
  for (const listing of rows.listings.filter((row) => row.status === 'active' && row.waitlist_first === 0)) {
    const was = before.listings.find(({ id }) => id === listing.id);
    if (was && was.waitlist_first === 0 && listing.quantity <= was.quantity) continue;
    if (was && was.waitlist_first === 1 && listing.quantity <= was.quantity)
      world.outcome.broken.push(`${listing.id} is no longer kept`);
    // Ignores people who joined or came back since `before`, because they may have come after the tickets.
    const waited = new Set(before.entries.filter((entry) => canBeOffered(before, entry, listing)).map(({ id }) => id));
    const wanted = rows.entries.filter(
      (entry) => waited.has(entry.id) && entry.places <= listing.quantity && canBeOffered(rows, entry, listing),
    );
    if (wanted.length > 0)
      world.outcome.broken.push(`${listing.id} is on sale, but ${wanted.map(({ id }) => id).join(', ')} wait`);
  }
}

export function checkStock({ database, stock, outcome }: World): void {
  const { listings, offers, requests } = readRows(database);
  for (const row of listings) {
    const sum = (rows: readonly { listing_id: string; status: string; quantity: number }[], status: string) =>
      rows
        .filter((one) => one.listing_id === row.id && one.status === status)
        .reduce((total, { quantity }) => total + quantity, 0);
    const held = sum(requests, 'pending') + sum(offers, 'open');
    const all = row.quantity + row.held + sum(requests, 'accepted');
    if (row.held !== held || row.quantity < 0 || all !== stock.get(row.id)) {
      const stored = `${row.quantity} free, ${row.held} held, ${all} in all`;
      outcome.broken.push(`${row.id}: ${stored}, instead of ${held} held and ${stock.get(row.id)} in all`);
    }
  }
  const open = offers.filter(({ status }) => status === 'open').map(({ entry_id }) => entry_id);
  if (new Set(open).size !== open.length) outcome.broken.push('a person has two open offers');
}

export function checkEnd(world: World): void {
  checkStock(world);
  const { listings, offers } = readRows(world.database);
  for (const row of listings) {
    if (row.held > 0 || ['active', 'reserved'].includes(row.status))
      world.outcome.broken.push(`${row.id} is ${row.status} after the end`);
  }
  for (const { id, status } of offers) {
    met(world, status);
    if (status === 'open') world.outcome.broken.push(`offer ${id} is open after the end`);
  }
}
