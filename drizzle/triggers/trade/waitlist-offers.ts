import { MISSED_LIMIT } from '../../vocabulary.ts';
import { sql } from '../sql.ts';

/**
 * The entries that may be offered tickets while the switch `push` is on. The statement that makes the offers looks
 * closer: at the account of an entry, and at decisions that can still be undone.
 */
export const waitlistOffers = [
  sql`
    CREATE VIEW waitlist_waiting AS
    SELECT id AS entry_id, event_id, applicant_id, places FROM waitlist
    WHERE event_id IS NOT NULL AND confirmed_at IS NOT NULL AND (status = 'pending' OR told_status = 'pending') AND missed < ${MISSED_LIMIT}
      AND EXISTS (SELECT 1 FROM launch_switches WHERE feature = 'push' AND is_on = 1)`,
  // Tickets that go on sale are offered to the waitlist first, if somebody waits for so many.
  sql`
    CREATE TRIGGER waitlist_first_listed AFTER INSERT ON listings WHEN new.status = 'active' AND new.waitlist_first = 0
      AND EXISTS (SELECT 1 FROM waitlist_waiting w WHERE w.event_id = new.event_id AND w.places <= new.quantity
        AND w.applicant_id IS NOT new.seller_id)
    BEGIN
      UPDATE listings SET waitlist_first = 1 WHERE id = new.id;
    END`,
  // So are tickets that come back, whatever brings them back. Nobody is offered the tickets of a listing twice.
  sql`
    CREATE TRIGGER waitlist_first_returned AFTER UPDATE OF quantity ON listings
    WHEN new.quantity > old.quantity AND new.status = 'active' AND new.waitlist_first = 0
      AND EXISTS (SELECT 1 FROM waitlist_waiting w WHERE w.event_id = new.event_id AND w.places <= new.quantity
        AND w.applicant_id IS NOT new.seller_id
        AND NOT EXISTS (SELECT 1 FROM waitlist_offers o WHERE o.entry_id = w.entry_id AND o.listing_id = new.id))
    BEGIN
      UPDATE listings SET waitlist_first = 1 WHERE id = new.id;
    END`,
  // An open offer holds its tickets, as a pending request does.
  sql`
    CREATE TRIGGER waitlist_offer_is_on_sale BEFORE INSERT ON waitlist_offers
    WHEN NOT EXISTS (SELECT 1 FROM listings l JOIN waitlist w ON w.event_id = l.event_id
      WHERE l.id = new.listing_id AND l.status = 'active' AND l.event_id = new.event_id AND w.id = new.entry_id AND w.places = new.quantity
      AND w.confirmed_at IS NOT NULL)
    BEGIN
      SELECT RAISE(ABORT, 'waitlist_offer_is_on_sale: these tickets are not on sale, another number of places is asked for, or nobody has confirmed the entry');
    END`,
  sql`
    CREATE TRIGGER waitlist_offer_hold AFTER INSERT ON waitlist_offers WHEN new.status = 'open'
    BEGIN
      UPDATE listings SET
        quantity = quantity - new.quantity,
        held = held + new.quantity,
        status = CASE WHEN quantity > new.quantity THEN 'active' ELSE 'reserved' END
      WHERE id = new.listing_id;
    END`,
  // The end of an offer returns its tickets. If the offer was taken, the request holds them from then on.
  sql`
    CREATE TRIGGER waitlist_offer_return AFTER UPDATE OF status ON waitlist_offers
    WHEN old.status = 'open' AND new.status IN ('passed', 'lapsed', 'ended')
    BEGIN
      UPDATE waitlist SET missed = iif(new.status = 'lapsed', missed + 1, 0) WHERE id = new.entry_id AND new.status <> 'ended';
      UPDATE listings SET
        quantity = quantity + new.quantity,
        held = held - new.quantity,
        status = CASE WHEN status = 'reserved' THEN 'active' ELSE status END
      WHERE id = new.listing_id;
    END`,
  sql`
    CREATE TRIGGER waitlist_offer_delete AFTER DELETE ON waitlist_offers WHEN old.status = 'open'
    BEGIN
      UPDATE listings SET
        quantity = quantity + old.quantity,
        held = held - old.quantity,
        status = CASE WHEN status = 'reserved' THEN 'active' ELSE status END
      WHERE id = old.listing_id;
    END`,
  sql`
    CREATE TRIGGER waitlist_offer_end_is_final BEFORE UPDATE OF status ON waitlist_offers WHEN old.status <> 'open' AND new.status <> old.status
    BEGIN
      SELECT RAISE(ABORT, 'waitlist_offer_end_is_final: an ended offer keeps its status');
    END`,
  sql`
    CREATE TRIGGER waitlist_offer_terms_are_fixed BEFORE UPDATE OF entry_id, listing_id, event_id, quantity ON waitlist_offers
    BEGIN
      SELECT RAISE(ABORT, 'waitlist_offer_terms_are_fixed: the terms of an offer never change');
    END`,
  // The request with the id of an offer takes it. So an offer is taken once, and its tickets stay held without a
  // moment in between.
  sql`
    CREATE TRIGGER waitlist_offer_is_open BEFORE INSERT ON ticket_requests
    WHEN EXISTS (SELECT 1 FROM waitlist_offers o WHERE o.id = new.id AND (o.status <> 'open' OR new.status <> 'pending'
      OR o.listing_id <> new.listing_id OR o.event_id <> new.event_id OR o.quantity <> new.quantity))
    BEGIN
      SELECT RAISE(ABORT, 'waitlist_offer_is_open: this request does not take the offer with its id');
    END`,
  sql`
    CREATE TRIGGER waitlist_offer_take AFTER INSERT ON ticket_requests WHEN EXISTS (SELECT 1 FROM waitlist_offers WHERE id = new.id)
    BEGIN
      UPDATE waitlist_offers SET status = 'taken', ended_at = new.created_at WHERE id = new.id;
      UPDATE waitlist SET missed = 0 WHERE id = (SELECT entry_id FROM waitlist_offers WHERE id = new.id);
    END`,
  // Tickets that go off sale are offered to nobody any more.
  sql`
    CREATE TRIGGER waitlist_offers_off_sale AFTER UPDATE OF status ON listings WHEN new.status IN ('withdrawn', 'expired', 'rejected')
    BEGIN
      UPDATE waitlist_offers SET status = 'ended', ended_at = CAST(unixepoch('subsec') * 1000 AS INTEGER)
      WHERE listing_id = new.id AND status = 'open';
      UPDATE listings SET waitlist_first = 0 WHERE id = new.id AND waitlist_first = 1;
    END`,
];
