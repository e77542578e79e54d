import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { TICKET_ANSWERS, TICKET_REQUEST_STATUSES } from '../../vocabulary.ts';
import { createdAt, instant, oneOf, uuidKey } from '../columns.ts';
import { events } from '../nights/events.ts';
import { listings } from './listings.ts';
import { profiles } from '../people/profiles.ts';

/**
 * A buyer's request for `quantity` tickets of one listing at `offered_price_cents` each. An idempotency key belongs to
 * one request of a buyer. A buyer has at most one pending request or group for an event. `declined_at` is null if the
 * request was declined because its listing went off sale. The seller's `answer` sets `expires_at` to ten seconds later
 * and can be undone until then; meanwhile the request stays pending. `asked_until` is when the request would have
 * expired without an answer. The requests of a group share a `group_id`, and `group_seq` counts them from 0. A group is
 * accepted as a whole or not at all. Triggers move the stock of the listing.
 */
export const ticketRequests = sqliteTable(
  'ticket_requests',
  {
    id: uuidKey(),
    event_id: text()
      .notNull()
      .references(() => events.id),
    listing_id: text()
      .notNull()
      .references(() => listings.id),
    buyer_id: text()
      .notNull()
      .references(() => profiles.id),
    seller_id: text()
      .notNull()
      .references(() => profiles.id),
    quantity: integer().notNull(),
    offered_price_cents: integer().notNull(),
    status: text({ enum: TICKET_REQUEST_STATUSES }).notNull().default('pending'),
    idempotency_key: text().notNull(),
    expires_at: instant().notNull(),
    declined_at: instant(),
    answer: text({ enum: TICKET_ANSWERS }),
    asked_until: instant(),
    told_at: instant(),
    group_id: text(),
    group_seq: integer().notNull().default(0),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('ticket_requests_key').on(t.buyer_id, t.idempotency_key),
    uniqueIndex('ticket_requests_pending')
      .on(t.buyer_id, t.event_id, t.group_seq)
      .where(sql`status = 'pending'`),
    index('ticket_requests_declined')
      .on(t.buyer_id, t.listing_id, t.declined_at)
      .where(sql`declined_at is not null`),
    index('ticket_requests_group')
      .on(t.group_id, t.group_seq)
      .where(sql`group_id is not null`),
    index('ticket_requests_buyer').on(t.buyer_id, t.created_at),
    index('ticket_requests_bought')
      .on(t.buyer_id, t.event_id)
      .where(sql`status = 'accepted'`),
    index('ticket_requests_seller').on(t.seller_id, t.created_at),
    index('ticket_requests_event_created').on(t.event_id, t.created_at),
    index('ticket_requests_created').on(t.created_at),
    index('ticket_requests_event_status').on(t.event_id, t.status, t.expires_at),
    index('ticket_requests_listing_status').on(t.listing_id, t.status, t.expires_at),
    index('ticket_requests_status_expiry').on(t.status, t.expires_at),
    check('ticket_requests_quantity', sql`quantity >= 1`),
    check('ticket_requests_not_own', sql`buyer_id <> seller_id`),
    check('ticket_requests_declined_at', sql`declined_at is null or status = 'declined'`),
    index('ticket_requests_answered')
      .on(t.expires_at)
      .where(sql`answer is not null and status = 'pending'`),
    index('ticket_requests_untold')
      .on(t.created_at)
      .where(sql`told_at is null and status <> 'pending'`),
    check('ticket_requests_answer', sql`answer is null or status = 'pending' or status = answer`),
    check('ticket_requests_asked_until', sql`(answer is null) = (asked_until is null)`),
    check('ticket_requests_answer_known', sql`answer is null or ${oneOf(t.answer, TICKET_ANSWERS)}`),
    check('ticket_requests_status_known', oneOf(t.status, TICKET_REQUEST_STATUSES)),
  ],
);

export type TicketRequest = typeof ticketRequests.$inferSelect;
