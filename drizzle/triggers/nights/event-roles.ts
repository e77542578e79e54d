import { sql } from '../sql.ts';

/**
 * The organizer, the co-organizers and the door staff of an event do not sell for it.
 */
export const eventRoles = [
  sql`
    CREATE VIEW event_roles AS
    SELECT id AS event_id, organizer_id AS user_id FROM events WHERE organizer_id IS NOT NULL
    UNION ALL SELECT event_id, user_id FROM event_organizers
    UNION ALL SELECT event_id, user_id FROM door_staff`,
  // Nobody buys from somebody with a role, whatever listing is left.
  sql`
    CREATE TRIGGER seller_without_role BEFORE INSERT ON ticket_requests
    WHEN EXISTS (SELECT 1 FROM event_roles WHERE event_id = new.event_id AND user_id = new.seller_id)
    BEGIN
      SELECT RAISE(ABORT, 'seller_without_role: the seller has a role at this event');
    END`,
  // Tickets that come back to a seller with a role leave sale.
  sql`
    CREATE TRIGGER role_keeps_off_sale AFTER UPDATE OF status ON listings WHEN new.status = 'active' AND old.status <> 'active'
      AND EXISTS (SELECT 1 FROM event_roles WHERE event_id = new.event_id AND user_id = new.seller_id)
    BEGIN
      UPDATE listings SET status = 'withdrawn' WHERE id = new.id;
    END`,
  // A person who gets a role has the open listings withdrawn. Requests without an answer are declined, an answer that was
  // given stands.
  sql`
    CREATE TRIGGER role_of_organizer AFTER UPDATE OF organizer_id ON events WHEN new.organizer_id IS NOT NULL AND new.organizer_id IS NOT old.organizer_id
    BEGIN
      UPDATE waitlist_offers SET status = 'ended', ended_at = CAST(unixepoch('subsec') * 1000 AS INTEGER)
      WHERE status = 'open' AND listing_id IN (SELECT id FROM listings WHERE event_id = new.id AND seller_id = new.organizer_id);
      UPDATE ticket_requests SET status = 'declined'
      WHERE status = 'pending' AND answer IS NULL AND event_id = new.id AND seller_id = new.organizer_id;
      UPDATE listings SET status = 'withdrawn'
      WHERE event_id = new.id AND seller_id = new.organizer_id AND status IN ('draft', 'pending_review', 'active');
    END`,
  sql`
    CREATE TRIGGER role_of_co_organizer AFTER INSERT ON event_organizers
    BEGIN
      UPDATE waitlist_offers SET status = 'ended', ended_at = CAST(unixepoch('subsec') * 1000 AS INTEGER)
      WHERE status = 'open' AND listing_id IN (SELECT id FROM listings WHERE event_id = new.event_id AND seller_id = new.user_id);
      UPDATE ticket_requests SET status = 'declined'
      WHERE status = 'pending' AND answer IS NULL AND event_id = new.event_id AND seller_id = new.user_id;
      UPDATE listings SET status = 'withdrawn'
      WHERE event_id = new.event_id AND seller_id = new.user_id AND status IN ('draft', 'pending_review', 'active');
    END`,
  sql`
    CREATE TRIGGER role_at_door AFTER INSERT ON door_staff
    BEGIN
      UPDATE waitlist_offers SET status = 'ended', ended_at = CAST(unixepoch('subsec') * 1000 AS INTEGER)
      WHERE status = 'open' AND listing_id IN (SELECT id FROM listings WHERE event_id = new.event_id AND seller_id = new.user_id);
      UPDATE ticket_requests SET status = 'declined'
      WHERE status = 'pending' AND answer IS NULL AND event_id = new.event_id AND seller_id = new.user_id;
      UPDATE listings SET status = 'withdrawn'
      WHERE event_id = new.event_id AND seller_id = new.user_id AND status IN ('draft', 'pending_review', 'active');
    END`,
];
