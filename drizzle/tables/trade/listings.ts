import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { LISTING_STATUSES, MOST_CENTS } from '../../vocabulary.ts';
import { HANDOVER_KINDS } from '../../handover-vocabulary.ts';
import { createdAt, instant, oneOf, uuidKey } from '../columns.ts';
import { events } from '../nights/events.ts';
import { profiles } from '../people/profiles.ts';

/**
 * Spare tickets of one seller for one event. `quantity` counts the tickets that can still be requested, and `held`
 * counts the tickets in pending requests and open offers. Triggers update `quantity` and `held`, and set the statuses
 * `active`, `reserved` and `sold`. A repeated POST with the same `idempotency_key` is compared with `idempotency_body`,
 * because the row's quantity and price may have changed since. An `is_instant` listing is sold without the seller's
 * answer. `handover_kind` is null if hand-overs were switched off when the listing was made. Buyers can open ticket
 * files from a day before the doors. With `shows_at_once`, they can open the files at once. With `waitlist_first`, the
 * tickets are offered to the waitlist and nobody else can request them. Until `mutuals_until`, only the seller's
 * mutuals can request the tickets.
 */
export const listings = sqliteTable(
  'listings',
  {
    id: uuidKey(),
    event_id: text()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    seller_id: text()
      .notNull()
      .references(() => profiles.id),
    quantity: integer().notNull(),
    held: integer().notNull().default(0),
    ask_price_cents: integer().notNull(),
    status: text({ enum: LISTING_STATUSES }).notNull().default('draft'),
    is_instant: integer({ mode: 'boolean' }).notNull().default(false),
    handover_kind: text({ enum: HANDOVER_KINDS }),
    shows_at_once: integer({ mode: 'boolean' }).notNull().default(false),
    waitlist_first: integer({ mode: 'boolean' }).notNull().default(false),
    mutuals_until: instant(),
    idempotency_key: text(),
    idempotency_body: text(),
    created_at: createdAt(),
  },
  (t) => [
    index('listings_event_status_price').on(t.event_id, t.status, t.ask_price_cents, t.created_at, t.id),
    index('listings_event_pairs')
      .on(t.event_id, t.status, t.ask_price_cents)
      .where(sql`quantity > 1`),
    uniqueIndex('listings_key').on(t.seller_id, t.idempotency_key),
    index('listings_waitlist_first')
      .on(t.event_id)
      .where(sql`waitlist_first = 1`),
    index('listings_seller').on(t.seller_id, t.created_at),
    check('listings_key_with_body', sql`(idempotency_key is null) = (idempotency_body is null)`),
    check('listings_quantity', sql`quantity >= 0 and held >= 0`),
    check('listings_price', sql.raw(`ask_price_cents between 0 and ${MOST_CENTS}`)),
    check('listings_kind_known', sql`handover_kind is null or ${oneOf(t.handover_kind, HANDOVER_KINDS)}`),
    check('listings_status_known', oneOf(t.status, LISTING_STATUSES)),
  ],
);

export type Listing = typeof listings.$inferSelect;
export type NewListing = typeof listings.$inferInsert;
