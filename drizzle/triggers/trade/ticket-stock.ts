import { sql } from '../sql.ts';

/**
 * The stock of a listing follows its requests inside the same statement, so no order of writes promises a ticket
 * twice. A pending request holds its tickets, an accepted request has sold them, and any other ended request has
 * returned them. The check on listings.quantity refuses a request for more tickets than are left. A request with the
 * id of an offer to the waitlist takes the tickets that the offer holds.
 */
export const ticketStock = [
  sql`
    CREATE TRIGGER ticket_stock_hold AFTER INSERT ON ticket_requests
    WHEN new.status = 'pending' AND NOT EXISTS (SELECT 1 FROM waitlist_offers WHERE id = new.id)
    BEGIN
      UPDATE listings SET
        quantity = quantity - new.quantity,
        held = held + new.quantity,
        status = CASE WHEN status <> 'active' THEN status WHEN quantity > new.quantity THEN 'active' ELSE 'reserved' END
      WHERE id = new.listing_id;
    END`,
  sql`
    CREATE TRIGGER ticket_stock_sell AFTER UPDATE OF status ON ticket_requests WHEN old.status = 'pending' AND new.status = 'accepted'
    BEGIN
      UPDATE listings SET
        held = held - new.quantity,
        status = CASE WHEN status = 'reserved' AND held = new.quantity THEN 'sold' ELSE status END
      WHERE id = new.listing_id;
    END`,
  sql`
    CREATE TRIGGER ticket_stock_return AFTER UPDATE OF status ON ticket_requests
    WHEN old.status = 'pending' AND new.status IN ('declined', 'cancelled', 'expired')
    BEGIN
      UPDATE listings SET
        quantity = quantity + new.quantity,
        held = held - new.quantity,
        status = CASE WHEN status = 'reserved' THEN 'active' ELSE status END
      WHERE id = new.listing_id;
    END`,
  sql`
    CREATE TRIGGER ticket_stock_delete AFTER DELETE ON ticket_requests WHEN old.status = 'pending'
    BEGIN
      UPDATE listings SET
        quantity = quantity + old.quantity,
        held = held - old.quantity,
        status = CASE WHEN status = 'reserved' THEN 'active' ELSE status END
      WHERE id = old.listing_id;
    END`,
];
