import { sql } from 'drizzle-orm';
import { check, index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import {
  PROBLEM_DECIDERS,
  PROBLEM_HOLDS,
  PROBLEM_KINDS,
  PROBLEM_STAGES,
  PROBLEM_STATUSES,
} from '../../handover-vocabulary.ts';
import { createdAt, instant, oneOf, uuidKey } from '../columns.ts';
import { payments } from './money/payments.ts';
import { ticketFiles } from './ticket-files.ts';

/**
 * A problem that a buyer reports about paid tickets, and the seller's answer. A problem without `held_because` is
 * decided no later than `decide_by`. A problem with `held_because` waits for staff. If staff have decided nothing by
 * `decide_by`, it ends with a refund, but a problem held as `confirmed` stays open. `ruled_by` is set once a problem is
 * decided for the buyer. `settle` then replaces the tickets, sends the money back, or clears `ruled_by` and sets
 * `held_because`. `told` is the last stage about which we sent mails.
 */
export const problems = sqliteTable(
  'problems',
  {
    id: uuidKey(),
    request_id: text()
      .notNull()
      .references(() => payments.request_id),
    kind: text({ enum: PROBLEM_KINDS }).notNull(),
    text: text().notNull(),
    file_id: text()
      .unique()
      .references(() => ticketFiles.id),
    status: text({ enum: PROBLEM_STATUSES }).notNull().default('open'),
    decide_by: instant().notNull(),
    seller_text: text(),
    seller_file_id: text()
      .unique()
      .references(() => ticketFiles.id),
    seller_answered_at: instant(),
    ruled_by: text({ enum: PROBLEM_DECIDERS }),
    held_because: text({ enum: PROBLEM_HOLDS }),
    decided_by: text({ enum: PROBLEM_DECIDERS }),
    decided_at: instant(),
    replaced_by: text(),
    told: text({ enum: PROBLEM_STAGES }),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('problems_open')
      .on(t.request_id)
      .where(sql`status = 'open'`),
    index('problems_request').on(t.request_id),
    index('problems_due')
      .on(t.decide_by)
      .where(sql`status = 'open'`),
    index('problems_untold')
      .on(t.created_at)
      .where(
        sql`told is not iif(status <> 'open', 'decided', iif(seller_answered_at is null, 'reported', 'answered'))`,
      ),
    check(
      'problems_decided',
      sql`(status = 'open') = (decided_at is null) and (decided_at is null) = (decided_by is null)`,
    ),
    check('problems_replaced', sql`(status = 'replaced') = (replaced_by is not null)`),
    check('problems_answered', sql`(seller_text is null) = (seller_answered_at is null)`),
    check('problems_kind_known', oneOf(t.kind, PROBLEM_KINDS)),
    check('problems_status_known', oneOf(t.status, PROBLEM_STATUSES)),
    check('problems_ruler_known', sql`ruled_by is null or ${oneOf(t.ruled_by, PROBLEM_DECIDERS)}`),
    check('problems_hold_known', sql`held_because is null or ${oneOf(t.held_because, PROBLEM_HOLDS)}`),
    check('problems_told_known', sql`told is null or ${oneOf(t.told, PROBLEM_STAGES)}`),
    check('problems_decider_known', sql`decided_by is null or ${oneOf(t.decided_by, PROBLEM_DECIDERS)}`),
  ],
);

export type Problem = typeof problems.$inferSelect;
