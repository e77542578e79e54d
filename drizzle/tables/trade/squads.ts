import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { SQUAD_ENDS, SQUAD_STATUSES } from '../../vocabulary.ts';
import { createdAt, instant, oneOf, uuidKey } from '../columns.ts';
import { events } from '../nights/events.ts';
import { profiles } from '../people/profiles.ts';

/**
 * Friends who want to go to a night together. Each authorizes `most_cents`, the most that one ticket may cost with
 * fees. Once the cards of all `places` are authorized, one transaction makes the friends' ticket requests. These
 * requests form a group with the squad's id. If a card is still missing at `pay_by`, every authorization is released.
 * Each step of `settleSquad` raises `version`, and fails if `version` was raised since the squad was read. `looked_at`
 * is when a page that shows the squad last made the server ask the provider.
 */
export const squads = sqliteTable(
  'squads',
  {
    id: uuidKey(),
    event_id: text()
      .notNull()
      .references(() => events.id),
    captain_id: text()
      .notNull()
      .references(() => profiles.id),
    places: integer().notNull(),
    most_cents: integer().notNull(),
    status: text({ enum: SQUAD_STATUSES }).notNull().default('gathering'),
    ended_because: text({ enum: SQUAD_ENDS }),
    pay_by: instant().notNull(),
    shown_start_at: instant().notNull(),
    version: integer().notNull().default(0),
    settle_at: instant(),
    failures: integer().notNull().default(0),
    last_error: text(),
    looked_at: instant(),
    created_at: createdAt(),
  },
  (t) => [
    // For each event, a captain has at most one squad with the status `gathering`.
    uniqueIndex('squads_gathering')
      .on(t.captain_id, t.event_id)
      .where(sql`status = 'gathering'`),
    index('squads_settle')
      .on(t.settle_at)
      .where(sql`settle_at is not null`),
    index('squads_event').on(t.event_id),
    index('squads_created').on(t.created_at),
    check('squads_places', sql`places between 2 and 8`),
    check('squads_most', sql`most_cents >= 50`),
    check('squads_ended', sql`(status = 'ended') = (ended_because is not null)`),
    check('squads_status_known', oneOf(t.status, SQUAD_STATUSES)),
    check('squads_end_known', sql`ended_because is null or ${oneOf(t.ended_because, SQUAD_ENDS)}`),
  ],
);

export type Squad = typeof squads.$inferSelect;
