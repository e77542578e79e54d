import { type AnyColumn, sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { HOLD_REASONS, type HoldReason } from '../../../vocabulary.ts';
import { instant, oneOf } from '../../columns.ts';
import { payments } from './payments.ts';
import { profiles } from '../../people/profiles.ts';

/**
 * Reasons to hold the money of a sale. Triggers keep the payout `frozen` while a reason is open. A reason can begin
 * before the payout exists. `source` is the id of the dispute, the fraud warning or the admin behind the reason. The
 * reasons `problem` and `ban` have no `source`. `ended_by` is the admin who ended the reason, if an admin did.
 */
export const payoutHolds = sqliteTable(
  'payout_holds',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    request_id: text()
      .notNull()
      .references(() => payments.request_id, { onDelete: 'cascade' }),
    reason: text({ enum: HOLD_REASONS }).notNull(),
    source: text(),
    began_at: instant().notNull(),
    ended_at: instant(),
    ended_by: text().references(() => profiles.id),
  },
  (t) => [
    uniqueIndex('payout_holds_open')
      .on(t.request_id, t.reason)
      .where(sql`ended_at is null`),
    index('payout_holds_request').on(t.request_id),
    check('payout_holds_reason_known', oneOf(t.reason, HOLD_REASONS)),
    check('payout_holds_ended', sql`ended_by is null or ended_at is not null`),
  ],
);

/** SQL: the open reasons to hold the payout of a request, oldest first. */
export const heldBecause = (requestId: AnyColumn) =>
  sql<HoldReason[]>`(select json_group_array(hold.reason) from
    (select reason from payout_holds where request_id = ${requestId} and ended_at is null order by seq) as hold)`
    .mapWith((json: string) => JSON.parse(json) as HoldReason[])
    .as('held_because');
