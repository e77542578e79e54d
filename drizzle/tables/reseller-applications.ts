import { sql } from 'drizzle-orm';
import { check, index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { RESELLER_STATUSES } from '../vocabulary.ts';
import { createdAt, oneOf, uuidKey } from './columns.ts';

/** True, in SQL, of an open or approved application. An index with this condition allows one for each address; its text must not differ. */
export const isOpenApplication = sql`status in ('pending', 'needs_info', 'approved')`;

/** A student's application to sell. Each address, in lower case, has at most one that is open or approved. */
export const resellerApplications = sqliteTable(
  'reseller_applications',
  {
    id: uuidKey(),
    name: text().notNull(),
    email: text().notNull(),
    email_key: text().notNull(),
    phone: text().notNull(),
    instagram: text().notNull(),
    school: text().notNull(),
    status: text({ enum: RESELLER_STATUSES }).notNull().default('pending'),
    note: text(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    uniqueIndex('reseller_open_email').on(t.email_key).where(isOpenApplication),
    index('reseller_status_created').on(t.status, t.created_at, t.id),
    index('reseller_created').on(t.created_at, t.id),
    check('reseller_status_known', oneOf(t.status, RESELLER_STATUSES)),
  ],
);

export type ResellerApplication = typeof resellerApplications.$inferSelect;
export type NewResellerApplication = typeof resellerApplications.$inferInsert;
