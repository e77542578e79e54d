import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { HANDOVER_ENDERS, HANDOVER_STATUSES } from '../../handover-vocabulary.ts';
import { instant, oneOf } from '../columns.ts';
import { payments } from './money/payments.ts';
import { ticketFiles } from './ticket-files.ts';

/**
 * The hand-over of a paid request's tickets. `told_status` is the last status that we mailed. `reminders` counts the
 * mails about the deadline. `proof_file_id` is the seller's picture of a transfer.
 */
export const handovers = sqliteTable(
  'handovers',
  {
    request_id: text()
      .primaryKey()
      .references(() => payments.request_id),
    status: text({ enum: HANDOVER_STATUSES }).notNull().default('due'),
    due_at: instant().notNull(),
    delivered_at: instant(),
    proof_file_id: text()
      .unique()
      .references(() => ticketFiles.id),
    problem: text(),
    problem_at: instant(),
    ended_at: instant(),
    ended_by: text({ enum: HANDOVER_ENDERS }),
    told_status: text({ enum: HANDOVER_STATUSES }),
    reminders: integer().notNull().default(0),
  },
  (t) => [
    index('handovers_open')
      .on(t.status, t.due_at)
      .where(sql`ended_at is null`),
    index('handovers_untold')
      .on(t.request_id)
      .where(sql`told_status is not status`),
    check(
      'handovers_ended',
      sql`(status in ('received', 'failed')) = (ended_at is not null) and (ended_at is null) = (ended_by is null)`,
    ),
    check('handovers_problem', sql`(problem is null) = (problem_at is null)`),
    check('handovers_ender_known', sql`ended_by is null or ${oneOf(t.ended_by, HANDOVER_ENDERS)}`),
    check('handovers_status_known', oneOf(t.status, HANDOVER_STATUSES)),
    check('handovers_told_known', sql`told_status is null or ${oneOf(t.told_status, HANDOVER_STATUSES)}`),
  ],
);

export type Handover = typeof handovers.$inferSelect;
export type NewHandover = typeof handovers.$inferInsert;
