import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { DrizzleD1Database } from 'drizzle-orm/d1';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as tables from '../tables/all-tables.ts';
import { insertAll } from './seed.ts';
import { waitlistRow } from './rows.ts';

// Changes to the demo's data that the API cannot make, such as moving sales into the past.

const JOINS = 20;
const [DAY_MS, HALF_HOUR_MS] = [86_400_000, 1_800_000];

type Db = DrizzleD1Database;

export type MovePast = (eventId: string, ms: number) => Promise<void>;

/** Triggers that protect payments and the ledger from changes. `moverIntoPast` drops them while it changes times. */
const GUARDS = ['payment_changes', 'ledger_update'];

export function moverIntoPast(db: Db): MovePast {
  return async (event_id, ms) => {
    const guards = await db.all<{ name: string; sql: string }>(sql`select name, sql from sqlite_master
      where type = 'trigger' and name in (select value from json_each(${JSON.stringify(GUARDS)}))`);
    const own = sql`event_id = ${event_id}`;
    const sold = sql`request_id in (select id from ticket_requests where event_id = ${event_id})`;
    await db.batch([
      db.run(sql`select 1`),
      ...guards.map(({ name }) => db.run(sql.raw(`drop trigger ${name}`))),
      earlier(db, { table: tables.events, ms, of: sql`id = ${event_id}` }),
      // Deletes the recorded change, so buyers are not told that their event has moved.
      db.delete(tables.eventChanges).where(own),
      earlier(db, { table: tables.listings, ms, of: own }),
      earlier(db, { table: tables.ticketRequests, ms, of: own }),
      ...[tables.payments, tables.handovers, tables.payouts, tables.refunds, tables.ledgerTransfers].map((table) =>
        earlier(db, { table, ms, of: sold }),
      ),
      ...guards.map((guard) => db.run(sql.raw(guard.sql))),
    ]);
  };
}

function earlier(db: Db, { table, ms, of }: { table: SQLiteTable; ms: number; of: SQL }) {
  const instants = Object.entries(getTableColumns(table)).filter(
    ([, { columnType }]) => columnType === 'SQLiteTimestamp',
  );
  const set = Object.fromEntries(instants.map(([name, column]) => [name, sql`${column} - ${ms}`]));
  return db.update(table).set(set).where(of);
}

/** Makes a ticket request expire at `now`. */
export const endTimeOf = (db: Db, { id, now }: { id: string; now: Date }) =>
  db
    .update(tables.ticketRequests)
    .set({ expires_at: now })
    .where(sql`id = ${id}`);

/** Delays the transfer of a payout until `at`. Otherwise a payout that the seller requested is sent within seconds. */
export const holdTransferUntil = (db: Db, { id, at }: { id: string; at: Date }) =>
  db
    .update(tables.payouts)
    .set({ send_at: at })
    .where(sql`request_id = ${id}`);

/**
 * Adds a day of traffic, and a month of views for each event. If an event has `joined`, it also gets waitlist entries
 * whose status is the value of `joined`.
 */
export async function addMonthOfNumbers(
  db: Db,
  { events, now }: { events: readonly { id: string; slug: string; joined?: 'accepted' | 'pending' }[]; now: Date },
): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const views = events.flatMap(({ id }, at) =>
    Array.from({ length: 30 }, (_, days) => ({
      event_id: id,
      day: daysAgo(days).toISOString().slice(0, 10),
      views: Math.round(12 + (30 - days) * (3 - at / 2) + 18 * Math.abs(Math.sin(days * 1.3 + at))),
    })),
  );
  await insertAll(db, tables.eventViews, views);
  const waiting = events.flatMap(({ id, slug, joined: status }) =>
    Array.from({ length: status ? JOINS : 0 }, (_, at) => {
      const created_at = daysAgo(29 * (1 - Math.sqrt((at + 1) / JOINS)) + 0.2);
      const email = `waiting-${slug}-${at + 1}@vouch.test`;
      const times = { created_at, updated_at: created_at, confirmed_at: created_at };
      return waitlistRow({
        event_id: id,
        name: `Student ${at + 1}`,
        email,
        email_key: email,
        ...(status && { status }),
        ...times,
      });
    }),
  );
  await insertAll(db, tables.waitlist, waiting);
  const bar = Math.floor(now.getTime() / HALF_HOUR_MS) * HALF_HOUR_MS;
  const traffic = Array.from({ length: 47 }, (_, at) => {
    const requests = Math.round(900 + 700 * Math.sin(at / 7.5) + 120 * Math.sin(at * 2.1));
    const [within_50, within_100] = [Math.round(requests * 0.82), Math.round(requests * 0.12)];
    // A statement may bind only so many values, and `insertAll` counts them by the fields of the first row. Drizzle
    // also binds the default of a column that a row leaves out, so each row names every column.
    const slow = { errors: 0, within_500: 0, within_1000: 0, within_2500: 0 };
    const rest = { within_250: Math.round(requests * 0.04), ...slow, writes: 3, write_ms: 20 + (at % 5) };
    return { at: new Date(bar - (at + 1) * HALF_HOUR_MS), version: 'demo', requests, within_50, within_100, ...rest };
  });
  await insertAll(db, tables.traffic, traffic);
}

/** Spreads an event's accepted ticket requests over the past `days` days, so that its plot of sales looks real. */
export async function spreadRequests(db: Db, { event_id, days }: { event_id: string; days: number }): Promise<void> {
  const ago = sql`((row_number() over (order by id) - 1) % ${days}) * ${DAY_MS}`;
  await db.run(sql`update ticket_requests set created_at = created_at - spread.ago, expires_at = expires_at - spread.ago
    from (select id, ${ago} as ago from ticket_requests where event_id = ${event_id} and status = 'accepted') as spread
    where spread.id = ticket_requests.id`);
}
