import { sql } from '../sql.ts';

/**
 * events.listing_count is the number of active listings of the event, so that a page never counts rows. Listings that
 * are offered to the waitlist first do not count. A listing that comes on sale has them counted anew, because other
 * triggers of the same statement may keep it for the waitlist. A listing that leaves, with a request for its last
 * tickets, costs no count.
 */
export const listingCount = [
  sql`
    CREATE TRIGGER listing_count_insert AFTER INSERT ON listings WHEN new.status = 'active'
    BEGIN
      UPDATE events SET listing_count = (SELECT count(*) FROM listings l WHERE l.event_id = new.event_id AND l.status = 'active' AND l.waitlist_first = 0)
      WHERE id = new.event_id;
    END`,
  sql`
    CREATE TRIGGER listing_count_join AFTER UPDATE OF status, waitlist_first ON listings
    WHEN new.status = 'active' AND (old.status <> 'active' OR old.waitlist_first <> new.waitlist_first)
    BEGIN
      UPDATE events SET listing_count = (SELECT count(*) FROM listings l WHERE l.event_id = new.event_id AND l.status = 'active' AND l.waitlist_first = 0)
      WHERE id = new.event_id;
    END`,
  sql`
    CREATE TRIGGER listing_count_leave AFTER UPDATE OF status ON listings
    WHEN old.status = 'active' AND old.waitlist_first = 0 AND new.status <> 'active'
    BEGIN
      UPDATE events SET listing_count = listing_count - 1 WHERE id = new.event_id;
    END`,
  sql`
    CREATE TRIGGER listing_count_delete AFTER DELETE ON listings WHEN old.status = 'active' AND old.waitlist_first = 0
    BEGIN
      UPDATE events SET listing_count = listing_count - 1 WHERE id = old.event_id;
    END`,
];
