import { sql } from 'drizzle-orm';
import { check, index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { PROBLEM_DECIDERS, PROBLEM_KINDS, PROBLEM_STATUSES } from '../vocabulary.ts';
import { createdAt, instant, oneOf, uuidKey } from './columns.ts';
import { payments } from './payments.ts';
import { ticketFiles } from './ticket-files.ts';

/**
 * What a buyer says is wrong with paid tickets, with one picture at most. It is decided by `decide_by` at the latest. The seller may answer
 * with a text and a picture. `replaced_by` is the request that replaced the tickets.
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
    decided_by: text({ enum: PROBLEM_DECIDERS }),
    decided_at: instant(),
    replaced_by: text(),
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
    check('problems_decided', sql`(status = 'open') = (decided_at is null) and (decided_at is null) = (decided_by is null)`),
    check('problems_replaced', sql`(status = 'replaced') = (replaced_by is not null)`),
    check('problems_answered', sql`(seller_text is null) = (seller_answered_at is null)`),
    check('problems_kind_known', oneOf(t.kind, PROBLEM_KINDS)),
    check('problems_status_known', oneOf(t.status, PROBLEM_STATUSES)),
    check('problems_decider_known', sql`decided_by is null or ${oneOf(t.decided_by, PROBLEM_DECIDERS)}`),
  ],
);

export type Problem = typeof problems.$inferSelect;
export type NewProblem = typeof problems.$inferInsert;
