import { sql } from 'drizzle-orm';
import { eventEnd } from './promised-times.ts';
import { BEFORE_DOORS_MS } from '../../contract/trade/payment-times.ts';
import { OPENS_BEFORE_DOORS_MS } from '../../contract/trade/ticket-files.ts';

/**
 * The columns of a new payment that store what the checkout promises. The query must read `listings as listing` and
 * `events as shown`.
 */
export const promiseColumns = (now: Date) => ({
  promised_start_at: sql`shown.start_at`,
  promised_end_at: eventEnd(sql`shown`),
  promised_due_at: sql`shown.start_at - ${BEFORE_DOORS_MS}`,
  promised_opens_at: sql`iif(listing.shows_at_once, ${now.getTime()}, shown.start_at - ${OPENS_BEFORE_DOORS_MS})`,
  promised_kind: sql`listing.handover_kind`,
  sold_at_once: sql`listing.is_instant`,
});

/** The joins that `promiseColumns` needs, for a request with the alias `asked`. */
export const promiseOfRequest = sql`join listings as listing on listing.id = asked.listing_id
  join events as shown on shown.id = asked.event_id`;
