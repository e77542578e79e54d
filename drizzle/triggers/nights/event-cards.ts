import { DAY, MINUTE } from '../../../worker/contract/time/durations.ts';
import { PLACES_IN_A_MINUTE } from '../../tables/nights/event-cards.ts';
import { sql } from '../sql.ts';

/** The last minute of a start that a place has room for. */
const LAST_MINUTE = 2 ** 26 - 1;

/**
 * Each published event that is not cancelled has one card with what the lists show of it, its venue and its tickets.
 * Tickets that are offered to the waitlist first are not shown.
 */
export const eventCards = [
  sql`
    CREATE VIEW event_card_rows AS
    SELECT
      min(max(e.start_at / ${MINUTE}, 0), ${LAST_MINUTE}) * ${PLACES_IN_A_MINUTE} + e.rowid AS place,
      e.id AS event_id, e.title, e.slug, e.description, e.start_at, e.end_at, e.publish_at, e.age_policy, e.image_url,
      e.focus_x, e.focus_y, e.tags, e.ticket_price_cents,
      v.id AS venue_id, v.name AS venue_name, v.city AS venue_city,
      iif(v.city_key = 'brooklyn', 'new york', v.city_key) AS city_key,
      coalesce((e.ticket_price_cents * (100 + e.price_min_pct) + 99) / 100, 0) AS band_min_cents,
      coalesce(e.ticket_price_cents * (100 + e.price_max_pct) / 100, -1) AS band_max_cents
    FROM events e JOIN venues v ON v.id = e.venue_id
    WHERE e.is_published = 1 AND e.cancelled_at IS NULL`,
  sql`
    CREATE VIEW event_card_offers AS
    SELECT r.*, coalesce(sum(l.quantity), 0) AS tickets, min(l.ask_price_cents) AS from_cents,
      min(iif(l.quantity > 1, l.ask_price_cents, NULL)) AS pair_cents
    FROM event_card_rows r LEFT JOIN listings l
      ON l.event_id = r.event_id AND l.status = 'active' AND l.waitlist_first = 0 AND l.ask_price_cents BETWEEN r.band_min_cents AND r.band_max_cents
    GROUP BY r.event_id`,
  sql`
    CREATE TRIGGER event_card_insert AFTER INSERT ON events WHEN new.is_published = 1
    BEGIN
      INSERT INTO event_cards (place, event_id, title, slug, description, start_at, end_at, publish_at, age_policy, image_url, focus_x, focus_y,
        tags, ticket_price_cents, venue_id, venue_name, venue_city, city_key, band_min_cents, band_max_cents, tickets, from_cents, pair_cents)
      SELECT * FROM event_card_offers WHERE event_id = new.id;
    END`,
  sql`
    CREATE TRIGGER event_card_update AFTER UPDATE OF title, slug, description, start_at, end_at, publish_at, age_policy, image_url, focus_x,
      focus_y, tags, ticket_price_cents, venue_id, price_min_pct, price_max_pct, is_published, cancelled_at ON events
    WHEN (new.title, new.slug, new.description, new.start_at, new.end_at, new.publish_at, new.age_policy, new.image_url, new.focus_x,
      new.focus_y, new.tags, new.ticket_price_cents, new.venue_id, new.price_min_pct, new.price_max_pct, new.is_published, new.cancelled_at)
      IS NOT (old.title, old.slug, old.description, old.start_at, old.end_at, old.publish_at, old.age_policy, old.image_url, old.focus_x,
      old.focus_y, old.tags, old.ticket_price_cents, old.venue_id, old.price_min_pct, old.price_max_pct, old.is_published, old.cancelled_at)
    BEGIN
      DELETE FROM event_cards WHERE event_id = new.id;
      INSERT INTO event_cards (place, event_id, title, slug, description, start_at, end_at, publish_at, age_policy, image_url, focus_x, focus_y,
        tags, ticket_price_cents, venue_id, venue_name, venue_city, city_key, band_min_cents, band_max_cents, tickets, from_cents, pair_cents)
      SELECT * FROM event_card_offers WHERE event_id = new.id;
    END`,
  // Only the cards of events that ended at most a day ago are written anew. Older events have none.
  sql`
    CREATE TRIGGER event_card_venue AFTER UPDATE OF name, city, city_key ON venues
    WHEN (new.name, new.city, new.city_key) IS NOT (old.name, old.city, old.city_key)
    BEGIN
      DELETE FROM event_cards WHERE venue_id = new.id;
      INSERT INTO event_cards (place, event_id, title, slug, description, start_at, end_at, publish_at, age_policy, image_url, focus_x, focus_y,
        tags, ticket_price_cents, venue_id, venue_name, venue_city, city_key, band_min_cents, band_max_cents, tickets, from_cents, pair_cents)
      SELECT * FROM event_card_offers WHERE venue_id = new.id AND start_at > unixepoch() * 1000 - ${2 * DAY};
    END`,
  sql`
    CREATE TRIGGER event_card_listing_insert AFTER INSERT ON listings WHEN new.status = 'active' AND new.waitlist_first = 0
    BEGIN
      UPDATE event_cards SET
        tickets = tickets + iif(new.ask_price_cents BETWEEN band_min_cents AND band_max_cents, new.quantity, 0),
        from_cents = (SELECT min(l.ask_price_cents) FROM listings l WHERE l.event_id = new.event_id AND l.status = 'active' AND l.waitlist_first = 0
          AND l.ask_price_cents BETWEEN band_min_cents AND band_max_cents),
        pair_cents = (SELECT l.ask_price_cents FROM listings l WHERE l.event_id = new.event_id AND l.status = 'active' AND l.waitlist_first = 0
          AND l.ask_price_cents BETWEEN band_min_cents AND band_max_cents AND l.quantity > 1 ORDER BY l.ask_price_cents LIMIT 1)
      WHERE event_id = new.event_id;
    END`,
  sql`
    CREATE TRIGGER event_card_listing_update AFTER UPDATE OF status, quantity, ask_price_cents, waitlist_first ON listings
    WHEN (old.status = 'active' OR new.status = 'active') AND (new.status, new.quantity, new.ask_price_cents, new.waitlist_first)
      IS NOT (old.status, old.quantity, old.ask_price_cents, old.waitlist_first)
    BEGIN
      UPDATE event_cards SET
        tickets = tickets
          + iif(new.status = 'active' AND new.waitlist_first = 0 AND new.ask_price_cents BETWEEN band_min_cents AND band_max_cents, new.quantity, 0)
          - iif(old.status = 'active' AND old.waitlist_first = 0 AND old.ask_price_cents BETWEEN band_min_cents AND band_max_cents, old.quantity, 0),
        from_cents = (SELECT min(l.ask_price_cents) FROM listings l WHERE l.event_id = new.event_id AND l.status = 'active' AND l.waitlist_first = 0
          AND l.ask_price_cents BETWEEN band_min_cents AND band_max_cents),
        pair_cents = (SELECT l.ask_price_cents FROM listings l WHERE l.event_id = new.event_id AND l.status = 'active' AND l.waitlist_first = 0
          AND l.ask_price_cents BETWEEN band_min_cents AND band_max_cents AND l.quantity > 1 ORDER BY l.ask_price_cents LIMIT 1)
      WHERE event_id = new.event_id;
    END`,
  sql`
    CREATE TRIGGER event_card_listing_delete AFTER DELETE ON listings WHEN old.status = 'active' AND old.waitlist_first = 0
    BEGIN
      UPDATE event_cards SET
        tickets = tickets - iif(old.ask_price_cents BETWEEN band_min_cents AND band_max_cents, old.quantity, 0),
        from_cents = (SELECT min(l.ask_price_cents) FROM listings l WHERE l.event_id = old.event_id AND l.status = 'active' AND l.waitlist_first = 0
          AND l.ask_price_cents BETWEEN band_min_cents AND band_max_cents),
        pair_cents = (SELECT l.ask_price_cents FROM listings l WHERE l.event_id = old.event_id AND l.status = 'active' AND l.waitlist_first = 0
          AND l.ask_price_cents BETWEEN band_min_cents AND band_max_cents AND l.quantity > 1 ORDER BY l.ask_price_cents LIMIT 1)
      WHERE event_id = old.event_id;
    END`,
];
