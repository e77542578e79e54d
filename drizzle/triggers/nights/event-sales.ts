import { sql } from '../sql.ts';

/**
 * The edits of an event are guarded from the moment at which a card is authorised for its tickets, until no such
 * payment is left. Nobody is charged for a night in another city than they were shown: if it moves before the card is
 * authorised, the request ends. Brooklyn counts as New York, as in the filters.
 */
export const eventSales = [
  sql`
    CREATE TRIGGER event_has_sales AFTER UPDATE OF status ON payments WHEN new.status = 'authorized' AND old.status <> 'authorized'
    BEGIN
      UPDATE events SET has_sales = 1 WHERE id = (SELECT event_id FROM ticket_requests WHERE id = new.request_id) AND has_sales = 0;
    END`,
  sql`
    CREATE TRIGGER event_has_new_sales AFTER INSERT ON payments WHEN new.status IN ('authorized', 'captured')
    BEGIN
      UPDATE events SET has_sales = 1 WHERE id = (SELECT event_id FROM ticket_requests WHERE id = new.request_id) AND has_sales = 0;
    END`,
  sql`
    CREATE TRIGGER event_has_no_sales AFTER UPDATE OF status ON payments WHEN new.status = 'voided' AND old.status <> 'voided'
    BEGIN
      UPDATE events SET has_sales = 0 WHERE id = (SELECT event_id FROM ticket_requests WHERE id = new.request_id) AND has_sales = 1
        AND NOT EXISTS (SELECT 1 FROM ticket_requests other JOIN payments paid ON paid.request_id = other.id
          WHERE other.event_id = events.id AND paid.status IN ('authorized', 'captured'));
    END`,
  sql`
    CREATE TRIGGER checkout_ends_with_venue AFTER UPDATE OF venue_id ON events WHEN new.venue_id <> old.venue_id
      AND (SELECT iif(city_key = 'brooklyn', 'new york', city_key) FROM venues WHERE id = new.venue_id)
        <> (SELECT iif(city_key = 'brooklyn', 'new york', city_key) FROM venues WHERE id = old.venue_id)
    BEGIN
      UPDATE ticket_requests SET status = 'declined' WHERE event_id = new.id AND status = 'pending'
        AND EXISTS (SELECT 1 FROM payments WHERE request_id = ticket_requests.id AND status = 'awaiting');
    END`,
  sql`
    CREATE TRIGGER checkout_ends_with_city AFTER UPDATE OF city_key ON venues
    WHEN iif(new.city_key = 'brooklyn', 'new york', new.city_key) <> iif(old.city_key = 'brooklyn', 'new york', old.city_key)
    BEGIN
      UPDATE ticket_requests SET status = 'declined' WHERE event_id IN (SELECT id FROM events WHERE venue_id = new.id) AND status = 'pending'
        AND EXISTS (SELECT 1 FROM payments WHERE request_id = ticket_requests.id AND status = 'awaiting');
    END`,
];
