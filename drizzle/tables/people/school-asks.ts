import { sql } from 'drizzle-orm';
import { check, index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { SCHOOL_ASK_STATUSES } from '../../vocabulary.ts';
import { createdAt, instant, oneOf, uuidKey } from '../columns.ts';
import { profiles } from './profiles.ts';

/** A school that a student asks staff to add: its name, and the mail domain of its students. */
export const schoolAsks = sqliteTable(
  'school_asks',
  {
    id: uuidKey(),
    user_id: text()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    domain: text().notNull(),
    status: text({ enum: SCHOOL_ASK_STATUSES }).notNull().default('open'),
    decided_by: text().references(() => profiles.id),
    decided_at: instant(),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('school_asks_own').on(t.user_id, t.domain),
    index('school_asks_status').on(t.status, t.created_at),
    check('school_asks_decided', sql`(status = 'open') = (decided_at is null)`),
    check('school_asks_status_known', oneOf(t.status, SCHOOL_ASK_STATUSES)),
  ],
);

export type SchoolAsk = typeof schoolAsks.$inferSelect;
