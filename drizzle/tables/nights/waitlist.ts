import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { CONFIRM_MAILS, MISSED_LIMIT, WAITLIST_STATUSES } from '../../vocabulary.ts';
import { createdAt, instant, oneOf, uuidKey } from '../columns.ts';
import { events } from './events.ts';
import { profiles } from '../people/profiles.ts';

/**
 * One person on the waitlist of an event, or of the product if `event_id` is null. `email_key` is the address in lower
 * case. It is replaced by the entry's id when a later owner of the address joins the same waitlist, or when the entry's
 * account is deleted. `applicant_id` is the account that sent the entry with its own proven address, or that used the
 * entry to begin a search for tickets. Anybody can send the form with any address. So an entry counts only from
 * `confirmed_at`: the time when an account with this proven address sent the form, or when the mail to the address was
 * confirmed. The person wants `places` tickets, all or none. `missed` counts unanswered offers in a row. After two, the
 * person gets no offers until they answer the mail sent at `asked_at`, join again, or begin or change a search. A
 * decision can be undone until `tell_at`, when its mail is sent. Until then the person sees `told_status`. The link to
 * a person's search for tickets contains the `wanted_id`. Until `wanted_until`, the person is offered only tickets that
 * cost at most `most_cents` each, with fees.
 */
export const waitlist = sqliteTable(
  'waitlist',
  {
    id: uuidKey(),
    event_id: text().references(() => events.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    email: text().notNull(),
    email_key: text().notNull(),
    applicant_id: text().references(() => profiles.id, { onDelete: 'set null' }),
    phone: text().notNull(),
    instagram: text().notNull(),
    school: text().notNull(),
    status: text({ enum: WAITLIST_STATUSES }).notNull().default('pending'),
    note: text(),
    places: integer().notNull().default(1),
    told_status: text({ enum: WAITLIST_STATUSES }),
    tell_at: instant(),
    missed: integer().notNull().default(0),
    asked_at: instant(),
    takes_messages: integer({ mode: 'boolean' }).notNull().default(true),
    confirmed_at: instant(),
    confirm_mail: text({ enum: CONFIRM_MAILS }).notNull().default('none'),
    wanted_id: text(),
    wanted_until: instant(),
    most_cents: integer(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    uniqueIndex('waitlist_event_email')
      .on(t.event_id, t.email_key)
      .where(sql`event_id is not null`),
    uniqueIndex('waitlist_product_email')
      .on(t.email_key)
      .where(sql`event_id is null`),
    index('waitlist_applicant').on(t.applicant_id, t.event_id),
    index('waitlist_email').on(t.email_key, t.created_at),
    index('waitlist_unconfirmed')
      .on(t.created_at)
      .where(sql`confirmed_at is null`),
    index('waitlist_confirm_due')
      .on(t.created_at)
      .where(sql`confirm_mail = 'due'`),
    index('waitlist_event_created').on(t.event_id, t.created_at, t.id),
    index('waitlist_event_status_created').on(t.event_id, t.status, t.created_at, t.id),
    index('waitlist_status_created').on(t.status, t.created_at, t.id),
    index('waitlist_created').on(t.created_at, t.id),
    index('waitlist_tell')
      .on(t.tell_at)
      .where(sql`tell_at is not null`),
    uniqueIndex('waitlist_wanted')
      .on(t.wanted_id)
      .where(sql`wanted_id is not null`),
    index('waitlist_wanted_until')
      .on(t.wanted_until)
      .where(sql`wanted_until is not null`),
    index('waitlist_missed')
      .on(t.id)
      .where(sql.raw(`missed >= ${MISSED_LIMIT} and asked_at is null`)),
    check('waitlist_places', sql`places between 1 and 6`),
    check('waitlist_tell', sql`(tell_at is null) = (told_status is null)`),
    check('waitlist_decided_is_confirmed', sql`status = 'pending' or confirmed_at is not null`),
    check('waitlist_confirm_mail_known', oneOf(t.confirm_mail, CONFIRM_MAILS)),
    check('waitlist_status_known', oneOf(t.status, WAITLIST_STATUSES)),
  ],
);

export type WaitlistEntry = typeof waitlist.$inferSelect;
