import { sql } from '../sql.ts';

/**
 * The payment of a replacement takes the place of a charged one whose money has moved on, for a buyer and a night that
 * are the same.
 */
export const replacements = [
  sql`
    CREATE TRIGGER replacement_follows BEFORE INSERT ON payments WHEN new.replaces IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM payments earlier
      JOIN ticket_requests failed ON failed.id = earlier.request_id
      JOIN ticket_requests fresh ON fresh.id = new.request_id
      WHERE earlier.request_id = new.replaces AND earlier.status = 'captured' AND new.status = 'captured' AND earlier.moved_cents > 0
        AND coalesce(earlier.paid_from, earlier.request_id) = new.paid_from
        AND fresh.status = 'accepted' AND fresh.buyer_id = failed.buyer_id AND fresh.event_id = failed.event_id
        AND fresh.quantity = failed.quantity AND fresh.seller_id <> failed.seller_id)
    BEGIN
      SELECT RAISE(ABORT, 'replacement_follows: this payment replaces no other one');
    END`,
  // A replacement comes from a listing that is on sale without an answer of the seller, and whose tickets are here.
  sql`
    CREATE TRIGGER replacement_is_on_sale BEFORE INSERT ON payments WHEN new.replaces IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM listings offer JOIN ticket_requests fresh ON fresh.listing_id = offer.id
      WHERE fresh.id = new.request_id AND offer.status = 'active' AND offer.is_instant = 1 AND offer.handover_kind = 'file'
        AND offer.seller_id = fresh.seller_id AND offer.event_id = fresh.event_id AND offer.ask_price_cents = fresh.offered_price_cents
        AND offer.quantity >= fresh.quantity)
    BEGIN
      SELECT RAISE(ABORT, 'replacement_is_on_sale: this listing has no such tickets any more');
    END`,
  // Its tickets are sold and given to the request in the same statement.
  sql`
    CREATE TRIGGER replacement_takes_tickets AFTER INSERT ON payments WHEN new.replaces IS NOT NULL
    BEGIN
      UPDATE listing_tickets SET request_id = new.request_id WHERE id IN (
        SELECT ticket.id FROM listing_tickets ticket JOIN ticket_requests fresh ON fresh.listing_id = ticket.listing_id
        WHERE fresh.id = new.request_id AND ticket.request_id IS NULL AND ticket.freed_at IS NULL
        ORDER BY ticket.created_at, ticket.id LIMIT (SELECT quantity FROM ticket_requests WHERE id = new.request_id));
      SELECT RAISE(ABORT, 'replacement_takes_tickets: this listing lacks tickets')
      WHERE (SELECT count(*) FROM listing_tickets WHERE request_id = new.request_id)
        <> (SELECT quantity FROM ticket_requests WHERE id = new.request_id);
      UPDATE listings SET
        quantity = quantity - (SELECT quantity FROM ticket_requests WHERE id = new.request_id),
        status = CASE WHEN quantity > (SELECT quantity FROM ticket_requests WHERE id = new.request_id) THEN 'active'
          WHEN held > 0 THEN 'reserved' ELSE 'sold' END
      WHERE id = (SELECT listing_id FROM ticket_requests WHERE id = new.request_id);
    END`,
  // The money of a payment moves on once, and whole.
  sql`
    CREATE TRIGGER money_moves_once BEFORE UPDATE OF moved_cents ON payments
    WHEN new.moved_cents <> old.moved_cents
      AND (old.moved_cents <> 0 OR old.taken_cents <> 0 OR old.released_at IS NOT NULL OR old.status <> 'captured'
        OR new.moved_cents <> old.tickets_cents + old.buyer_fee_cents - old.added_cents)
    BEGIN
      SELECT RAISE(ABORT, 'money_moves_once: the money of this payment cannot move on');
    END`,
];
