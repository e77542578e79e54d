import { sql } from 'drizzle-orm';
import { check, index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { CODE_FORMATS } from '../../handover-vocabulary.ts';
import { createdAt, instant, oneOf, uuidKey } from '../columns.ts';
import { events } from '../nights/events.ts';
import { listings } from './listings.ts';
import { profiles } from '../people/profiles.ts';
import { ticketFiles } from './ticket-files.ts';
import { ticketRequests } from './ticket-requests.ts';

/**
 * One ticket of a listing of kind `file`. `code_hmac` and `content_hmac` are keyed hashes of the ticket's code and of
 * its file's bytes. Two live tickets of an event never have the same hash. The hash of the bytes is needed too: at
 * listing time only the seller's phone has read the code, and it could report a different code for the same file. A
 * ticket is live until `freed_at`. After that, its code can be listed again. Triggers give tickets to an accepted
 * ticket request. When a listing goes off sale, a trigger frees its tickets that are neither sold nor held. `shown_at`
 * is when the buyer first opened the file. `matched_at` is when the buyer's phone read the same code in the file as the
 * seller's phone.
 */
export const listingTickets = sqliteTable(
  'listing_tickets',
  {
    id: uuidKey(),
    listing_id: text()
      .notNull()
      .references(() => listings.id, { onDelete: 'cascade' }),
    event_id: text()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    seller_id: text()
      .notNull()
      .references(() => profiles.id),
    file_id: text()
      .notNull()
      .unique()
      .references(() => ticketFiles.id),
    code_hmac: text().notNull(),
    content_hmac: text(),
    code_format: text({ enum: CODE_FORMATS }).notNull(),
    request_id: text().references(() => ticketRequests.id),
    shown_at: instant(),
    matched_at: instant(),
    freed_at: instant(),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('listing_tickets_code')
      .on(t.event_id, t.code_hmac)
      .where(sql`freed_at is null`),
    uniqueIndex('listing_tickets_content')
      .on(t.event_id, t.content_hmac)
      .where(sql`freed_at is null`),
    index('listing_tickets_listing').on(t.listing_id, t.request_id),
    index('listing_tickets_request')
      .on(t.request_id)
      .where(sql`request_id is not null`),
    // A sold ticket is freed only if the buyer has not opened it. A trigger frees it when the event is cancelled.
    check('listing_tickets_freed', sql`freed_at is null or request_id is null or shown_at is null`),
    check('listing_tickets_format_known', oneOf(t.code_format, CODE_FORMATS)),
  ],
);

export type ListingTicket = typeof listingTickets.$inferSelect;

/** SQL value: the number of a ticket within its request, from 1. */
export const ticketPosition = sql<number>`(select count(*) from listing_tickets as earlier
  where earlier.request_id = listing_tickets.request_id
    and (earlier.created_at, earlier.id) <= (listing_tickets.created_at, listing_tickets.id))`;
