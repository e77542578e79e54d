import { sql } from '../sql.ts';

/**
 * The listing, the people, the quantity and the price of a request never change, so the tickets returned are the
 * tickets held.
 */
export const requestTermsAreFixed = [
  sql`
    CREATE TRIGGER request_terms_are_fixed
    BEFORE UPDATE OF listing_id, event_id, quantity, buyer_id, seller_id, offered_price_cents, group_id, group_seq ON ticket_requests
    BEGIN
      SELECT RAISE(ABORT, 'request_terms_are_fixed: the terms of a request never change');
    END`,
];
