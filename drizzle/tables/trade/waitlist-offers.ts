import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { OFFER_STATUSES } from '../../vocabulary.ts';
import { createdAt, instant, oneOf, uuidKey } from '../columns.ts';
import { events } from '../nights/events.ts';
import { listings } from './listings.ts';
import { waitlist } from '../nights/waitlist.ts';

/**
 * An offer: tickets that are held for one person on the waitlist until `expires_at`. The ticket request that takes an
 * offer has the same id as the offer. A waitlist entry with an offer is deleted only together with its event.
 */
export const waitlistOffers = sqliteTable(
  'waitlist_offers',
  {
    id: uuidKey(),
    entry_id: text()
      .notNull()
      .references(() => waitlist.id),
    listing_id: text()
      .notNull()
      .references(() => listings.id, { onDelete: 'cascade' }),
    event_id: text()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    quantity: integer().notNull(),
    status: text({ enum: OFFER_STATUSES }).notNull().default('open'),
    expires_at: instant().notNull(),
    ended_at: instant(),
    told_at: instant(),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('waitlist_offers_once').on(t.entry_id, t.listing_id),
    uniqueIndex('waitlist_offers_open')
      .on(t.entry_id)
      .where(sql`status = 'open'`),
    index('waitlist_offers_listing').on(t.listing_id, t.status),
    index('waitlist_offers_event').on(t.event_id, t.created_at),
    index('waitlist_offers_expiry')
      .on(t.expires_at)
      .where(sql`status = 'open'`),
    index('waitlist_offers_untold')
      .on(t.created_at)
      .where(sql`told_at is null and status = 'open'`),
    check('waitlist_offers_quantity', sql`quantity between 1 and 6`),
    check('waitlist_offers_ended', sql`(status = 'open') = (ended_at is null)`),
    check('waitlist_offers_status_known', oneOf(t.status, OFFER_STATUSES)),
  ],
);
