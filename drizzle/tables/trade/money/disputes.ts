import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { DISPUTE_STATUSES } from '../../../vocabulary.ts';
import { instant, oneOf } from '../../columns.ts';
import { payments } from './payments.ts';
import { profiles } from '../../people/profiles.ts';

/**
 * A payment that the buyer disputes at their bank. The bank takes `amount_cents` and `fee_cents` from us at once and
 * decides later. `beyond_cents` is our loss: the part of a lost dispute that we had already refunded. `told_status` is
 * the last status that we mailed.
 */
export const disputes = sqliteTable(
  'disputes',
  {
    provider_id: text().primaryKey(),
    request_id: text()
      .notNull()
      .references(() => payments.request_id),
    status: text({ enum: DISPUTE_STATUSES }).notNull().default('open'),
    amount_cents: integer().notNull(),
    fee_cents: integer().notNull(),
    beyond_cents: integer().notNull().default(0),
    reason: text().notNull(),
    evidence_due_by: instant(),
    evidence_sent_at: instant(),
    evidence_sent_by: text().references(() => profiles.id),
    opened_at: instant().notNull(),
    closed_at: instant(),
    told_status: text({ enum: DISPUTE_STATUSES }),
  },
  (t) => [
    index('disputes_request').on(t.request_id),
    index('disputes_untold')
      .on(t.opened_at)
      .where(sql`told_status is not status`),
    index('disputes_status').on(t.status, t.evidence_due_by),
    check('disputes_amounts', sql`amount_cents > 0 and fee_cents >= 0 and beyond_cents between 0 and amount_cents`),
    check('disputes_closed', sql`(status = 'open') = (closed_at is null)`),
    check('disputes_status_known', oneOf(t.status, DISPUTE_STATUSES)),
  ],
);

export type Dispute = typeof disputes.$inferSelect;
export type NewDispute = typeof disputes.$inferInsert;
