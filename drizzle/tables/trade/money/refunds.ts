import { type SQL, sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { REFUND_REASONS, REFUND_STATUSES, SECOND_PERSON_ABOVE_CENTS, type WhyBack } from '../../../vocabulary.ts';
import { createdAt, instant, oneOf, uuidKey } from '../../columns.ts';
import { payments } from './payments.ts';
import { profiles } from '../../people/profiles.ts';

/**
 * Money that goes back to a buyer. `booked_at` is when the ledger moved it out of the request's accounts. `attempt` is
 * part of the idempotency key of the call to the provider. A second admin must approve a refund by an admin if all
 * admin refunds of the request together exceed $200.
 */
export const refunds = sqliteTable(
  'refunds',
  {
    id: uuidKey(),
    request_id: text()
      .notNull()
      .references(() => payments.request_id),
    amount_cents: integer().notNull(),
    reason: text({ enum: REFUND_REASONS }).notNull(),
    note: text(),
    status: text({ enum: REFUND_STATUSES }).notNull().default('due'),
    attempt: integer().notNull().default(1),
    failures: integer().notNull().default(0),
    provider_id: text().unique(),
    asked_by: text().references(() => profiles.id),
    approved_by: text().references(() => profiles.id),
    booked_at: instant(),
    sent_at: instant(),
    told_at: instant(),
    created_at: createdAt(),
  },
  (t) => [
    index('refunds_request').on(t.request_id),
    index('refunds_open')
      .on(t.status, t.created_at)
      .where(sql`status in ('asked', 'due', 'stuck')`),
    index('refunds_untold')
      .on(t.created_at)
      .where(sql`told_at is null and status = 'sent'`),
    uniqueIndex('refunds_once')
      .on(t.request_id, t.reason)
      .where(sql`reason <> 'staff' and status <> 'dropped'`),
    check('refunds_amount', sql`amount_cents > 0 and typeof(amount_cents) = 'integer'`),
    check('refunds_two_people', sql`approved_by is null or approved_by <> asked_by`),
    check(
      'refunds_large_need_two',
      sql`amount_cents <= ${sql.raw(String(SECOND_PERSON_ABOVE_CENTS))} or asked_by is null or approved_by is not null
        or status in ('asked', 'dropped')`,
    ),
    check('refunds_staff_named', sql`reason <> 'staff' or asked_by is not null`),
    check('refunds_reason_known', oneOf(t.reason, REFUND_REASONS)),
    check('refunds_status_known', oneOf(t.status, REFUND_STATUSES)),
  ],
);

export type Refund = typeof refunds.$inferSelect;
export type NewRefund = typeof refunds.$inferInsert;

/** SQL value: why a buyer gets a refund. `back` is the name or alias of `refunds` in the query. */
export const whyBack = (back: SQL = sql`back`): SQL<WhyBack> =>
  sql<WhyBack>`iif(${back}.reason = 'not_delivered' and exists (select 1 from disputes as dispute
    where dispute.request_id = ${back}.request_id and dispute.opened_at <= ${back}.created_at
      and coalesce(dispute.closed_at, ${back}.created_at) >= ${back}.created_at), 'disputed', ${back}.reason)`;
