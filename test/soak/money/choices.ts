import type { World } from './world.ts';

export type Row = Record<string, string | number | null>;

export const pick = <T>(world: World, of: readonly T[]): T | undefined => of[Math.floor(world.random() * of.length)];

/** Reads a random row. The read is synchronous, so nothing changes the data before the caller uses the row. */
export const some = (world: World, query: string): Row | undefined =>
  world.database.prepare(`${query} ORDER BY (rowid * ${1 + Math.floor(world.random() * 997)}) % 1009 LIMIT 1`).get() as
    | Row
    | undefined;

/** Reads a random row of a join, which has no rowid. */
export function someOf(world: World, query: string): Row | undefined {
  const rows = world.database.prepare(`${query} LIMIT 40`).all() as Row[];
  return pick(world, rows);
}

export function attempt(act: () => unknown): void {
  try {
    act();
  } catch {
    // For example, the checkout session is over, or the charge is disputed already.
  }
}

export const openHandover = (statuses: string) =>
  `SELECT h.request_id AS id, h.due_at, r.buyer_id, r.seller_id, r.event_id
    FROM (SELECT rowid, * FROM handovers WHERE status IN (${statuses})) h
    JOIN ticket_requests r ON r.id = h.request_id`;
