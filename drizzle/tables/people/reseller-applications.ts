import { sql } from 'drizzle-orm';
import { check, index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { RESELLER_STATUSES } from '../../vocabulary.ts';
import { createdAt, instant, oneOf, uuidKey } from '../columns.ts';
import { profiles } from './profiles.ts';

const isOpen = `status in ('pending', 'needs_info')`;

/**
 * A student's application to sell. Anybody can send the form. `email_key` is the address in lower case.
 *
 * `applicant_id` is the sender's account if that account had proven the address. Otherwise `applicant_id` is null at
 * first. Triggers later set it to the account that has proven the address (`reseller_claims`), but only for an
 * application that is suspended, or whose approval can no longer be undone. A form that somebody else sent does not
 * block the form of the address's owner.
 *
 * A decision can be undone until `tell_at`, when its mail is sent. Until then the applicant sees `told_status`.
 */
export const resellerApplications = sqliteTable(
  'reseller_applications',
  {
    id: uuidKey(),
    name: text().notNull(),
    email: text().notNull(),
    email_key: text().notNull(),
    applicant_id: text().references(() => profiles.id, { onDelete: 'set null' }),
    phone: text().notNull(),
    instagram: text().notNull(),
    school: text().notNull(),
    status: text({ enum: RESELLER_STATUSES }).notNull().default('pending'),
    note: text(),
    question: text(),
    told_status: text({ enum: RESELLER_STATUSES }),
    tell_at: instant(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    uniqueIndex('reseller_approved_email')
      .on(t.email_key)
      .where(sql`status = 'approved'`),
    uniqueIndex('reseller_open_owner')
      .on(t.email_key)
      .where(sql.raw(`applicant_id is not null and ${isOpen}`)),
    uniqueIndex('reseller_open_form')
      .on(t.email_key, t.name, t.phone, t.instagram, t.school)
      .where(sql.raw(`applicant_id is null and ${isOpen}`)),
    index('reseller_email').on(t.email_key, t.status),
    index('reseller_applicant').on(t.applicant_id),
    index('reseller_status_created').on(t.status, t.created_at, t.id),
    index('reseller_created').on(t.created_at, t.id),
    index('reseller_tell')
      .on(t.tell_at)
      .where(sql`tell_at is not null`),
    check('reseller_tell', sql`(tell_at is null) = (told_status is null)`),
    check('reseller_status_known', oneOf(t.status, RESELLER_STATUSES)),
  ],
);

export type ResellerApplication = typeof resellerApplications.$inferSelect;
export type NewResellerApplication = typeof resellerApplications.$inferInsert;
