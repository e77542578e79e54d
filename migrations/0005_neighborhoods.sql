-- replaces view event_card_offers
-- replaces view event_index_rows
-- replaces view event_choice_rows
-- replaces trigger event_made
-- replaces trigger event_changed
-- replaces trigger venue_changed
DROP TRIGGER "event_made";
--> statement-breakpoint
DROP TRIGGER "event_changed";
--> statement-breakpoint
DROP TRIGGER "venue_changed";
--> statement-breakpoint
DROP VIEW "event_card_offers";
--> statement-breakpoint
DROP VIEW "event_index_rows";
--> statement-breakpoint
DROP VIEW "event_choice_rows";
--> statement-breakpoint
ALTER TABLE "event_cards" ADD COLUMN `area` text;
--> statement-breakpoint
CREATE VIEW event_card_offers AS
SELECT r.*, coalesce(sum(l.quantity), 0) AS tickets, min(l.ask_price_cents) AS from_cents,
  min(iif(l.quantity > 1, l.ask_price_cents, NULL)) AS pair_cents,
  (SELECT CASE WHEN v.city_key IN ('brooklyn') OR v.address GLOB '*NY 112*' THEN 'Brooklyn'
    WHEN v.city_key IN ('manhattan') OR v.address GLOB '*NY 100*' OR v.address GLOB '*NY 101*' OR v.address GLOB '*NY 102*' THEN 'Manhattan'
    WHEN v.city_key IN ('queens', 'astoria', 'flushing', 'jamaica', 'long island city', 'ridgewood') OR v.address GLOB '*NY 111*' OR v.address GLOB '*NY 113*' OR v.address GLOB '*NY 114*' OR v.address GLOB '*NY 116*' THEN 'Queens'
    WHEN v.city_key IN ('bronx', 'the bronx') OR v.address GLOB '*NY 104*' THEN 'The Bronx'
    WHEN v.city_key IN ('staten island') OR v.address GLOB '*NY 103*' THEN 'Staten Island'
    WHEN v.city_key IN ('cambridge') OR v.address GLOB '*MA 02138*' OR v.address GLOB '*MA 02139*' OR v.address GLOB '*MA 0214[0-2]*' THEN 'Cambridge'
    WHEN v.city_key IN ('somerville') OR v.address GLOB '*MA 0214[3-5]*' THEN 'Somerville'
    WHEN v.city_key IN ('allston', 'brighton') OR v.address GLOB '*MA 0213[45]*' THEN 'Allston'
    WHEN v.address GLOB '*MA 02215*' THEN 'Fenway'
    WHEN v.address GLOB '*MA 02116*' THEN 'Back Bay'
    WHEN v.city_key IN ('south boston') OR v.address GLOB '*MA 02127*' OR v.address GLOB '*MA 02210*' THEN 'South Boston' END FROM venues v WHERE v.id = r.venue_id) AS area
FROM event_card_rows r LEFT JOIN listings l ON l.event_id = r.event_id AND l.status = 'active'
  AND l.waitlist_first = 0
  AND l.ask_price_cents BETWEEN r.band_min_cents AND r.band_max_cents
GROUP BY r.event_id;
--> statement-breakpoint
CREATE VIEW event_index_rows AS
SELECT
  place,
  price_place,
  concat_ws(' ', title, venue_name, venue_city, iif(city_key = 'new york', 'New York', NULL), area, description,
    (SELECT group_concat(t.value, ' ') FROM json_each(tags) t)) AS words,
  (SELECT group_concat(substr(w.value, 1, i.value - 1) || substr(w.value, i.value + 1), ' ')
    FROM json_each('[' || replace(json_quote(replace(replace(replace(replace(replace(concat_ws(' ', title,
      venue_name, venue_city,
      (SELECT group_concat(t.value, ' ')
        FROM json_each(tags) t)), '-', ' '), ':', ' '), ',', ' '), '.', ' '), '/', ' ')),
      ' ', '","') || ']') w
    JOIN json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]') i ON i.value <= length(w.value)
    WHERE length(w.value) BETWEEN 4 AND 16) AS near,
  concat_ws(' ',
    'e',
    'c' || hex(city_key),
    'n' || nullif(hex(area), ''),
    'v' || hex(venue_id),
    'a' || hex(age_policy),
    'h' || (start_at / 3600000),
    iif(tickets > 0, 's1', NULL),
    iif(pair_cents IS NULL, NULL, 's2'),
    (SELECT group_concat('t' || hex(t.value), ' ') FROM json_each(tags) t),
    (SELECT concat('p', d.value / 100, ' q', d.value / 400, ' o', d.value / 1600, ' m', d.value / 6400,
        ' z', d.value % 100 / 10, ' y', d.value % 100)
      FROM json_each(json_array(coalesce(from_cents, ticket_price_cents) + 99)) d WHERE d.value <= 25599)) AS facets
FROM event_cards;
--> statement-breakpoint
CREATE VIEW event_choice_rows AS
SELECT place, 'city' AS kind, city_key AS value, iif(city_key = 'new york', 'New York', venue_city) AS label
  FROM event_cards
UNION ALL SELECT place, 'area', area, area FROM event_cards WHERE area IS NOT NULL
UNION ALL SELECT place, 'age', age_policy, age_policy FROM event_cards
UNION ALL SELECT place, 'venue', venue_id, venue_name FROM event_cards
UNION ALL SELECT place, 'tag', t.value, t.value FROM event_cards, json_each(tags) t;
--> statement-breakpoint
CREATE TRIGGER event_made AFTER INSERT ON events WHEN new.is_published = 1
BEGIN
  INSERT INTO event_cards (place, event_id, title, slug, description, start_at, end_at, publish_at, age_policy, image_url, focus_x, focus_y, tags, ticket_price_cents, venue_id, venue_name, venue_city, city_key, band_min_cents, band_max_cents, tickets, from_cents, pair_cents, area) SELECT *
  FROM event_card_offers WHERE event_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER event_changed AFTER UPDATE OF title, slug, description, start_at, end_at, publish_at, age_policy, image_url, focus_x, focus_y, tags, ticket_price_cents, venue_id, price_min_pct, price_max_pct, is_published, cancelled_at, organizer_id ON events
BEGIN
  DELETE FROM event_cards WHERE event_id = new.id AND (new.title, new.slug, new.description, new.start_at, new.end_at, new.publish_at, new.age_policy, new.image_url, new.focus_x, new.focus_y, new.tags, new.ticket_price_cents, new.venue_id, new.price_min_pct, new.price_max_pct, new.is_published, new.cancelled_at) IS NOT (old.title, old.slug, old.description, old.start_at, old.end_at, old.publish_at, old.age_policy, old.image_url, old.focus_x, old.focus_y, old.tags, old.ticket_price_cents, old.venue_id, old.price_min_pct, old.price_max_pct, old.is_published, old.cancelled_at);
  INSERT INTO event_cards (place, event_id, title, slug, description, start_at, end_at, publish_at, age_policy, image_url, focus_x, focus_y, tags, ticket_price_cents, venue_id, venue_name, venue_city, city_key, band_min_cents, band_max_cents, tickets, from_cents, pair_cents, area) SELECT *
  FROM event_card_offers WHERE event_id = new.id AND (new.title, new.slug, new.description, new.start_at, new.end_at, new.publish_at, new.age_policy, new.image_url, new.focus_x, new.focus_y, new.tags, new.ticket_price_cents, new.venue_id, new.price_min_pct, new.price_max_pct, new.is_published, new.cancelled_at) IS NOT (old.title, old.slug, old.description, old.start_at, old.end_at, old.publish_at, old.age_policy, old.image_url, old.focus_x, old.focus_y, old.tags, old.ticket_price_cents, old.venue_id, old.price_min_pct, old.price_max_pct, old.is_published, old.cancelled_at);
  INSERT INTO event_changes (event_id, told, first_at, due_at)
  SELECT old.id, json_object(
      'is_published', json(iif(old.is_published
        AND coalesce(old.publish_at, 0) <= t.now, 'true', 'false')),
      'is_cancelled', json(iif(old.cancelled_at IS NULL, 'false', 'true')),
      'start_at', old.start_at,
      'venue', json_object('name', v.name, 'name_key', v.name_key, 'address', v.address,
        'city', v.city, 'city_key', v.city_key)),
    t.now, t.now + 120000
  FROM (SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS now) t, venues v WHERE v.id = old.venue_id
      AND ((new.start_at, new.venue_id, new.is_published, new.publish_at) IS NOT (old.start_at, old.venue_id, old.is_published, old.publish_at)
        OR (old.cancelled_at IS NULL) <> (new.cancelled_at IS NULL))
  ON CONFLICT (event_id) DO UPDATE SET
    first_at = iif(due_at IS NULL OR due_at > excluded.due_at, excluded.first_at, first_at),
    due_at = iif(due_at IS NULL OR due_at > excluded.due_at, excluded.due_at,
      min(excluded.due_at, first_at + 600000));
  UPDATE waitlist_offers SET status = 'ended', ended_at = CAST(unixepoch('subsec') * 1000 AS INTEGER)
  WHERE (new.organizer_id) IS NOT (old.organizer_id) AND status = 'open' AND listing_id IN (SELECT id FROM listings
    WHERE event_id = new.id AND seller_id = new.organizer_id);
  UPDATE ticket_requests SET status = 'declined'
  WHERE (new.organizer_id) IS NOT (old.organizer_id) AND status = 'pending' AND answer IS NULL AND event_id = new.id AND seller_id = new.organizer_id;
  UPDATE listings SET status = 'withdrawn' WHERE (new.organizer_id) IS NOT (old.organizer_id) AND event_id = new.id AND seller_id = new.organizer_id
    AND status IN ('draft', 'pending_review', 'active');
  UPDATE ticket_requests SET status = 'declined' WHERE (new.venue_id) IS NOT (old.venue_id) AND (SELECT iif(city_key = 'brooklyn', 'new york', city_key) FROM venues WHERE id = new.venue_id) <> (SELECT iif(city_key = 'brooklyn', 'new york', city_key) FROM venues WHERE id = old.venue_id) AND event_id = new.id AND status = 'pending'
    AND EXISTS (SELECT 1 FROM payments WHERE request_id = ticket_requests.id AND status = 'awaiting');
END;
--> statement-breakpoint
CREATE TRIGGER venue_changed AFTER UPDATE OF name, address, city, city_key ON venues
BEGIN
  DELETE FROM event_cards WHERE venue_id = new.id AND (new.name, new.address, new.city, new.city_key) IS NOT (old.name, old.address, old.city, old.city_key);
  INSERT INTO event_cards (place, event_id, title, slug, description, start_at, end_at, publish_at, age_policy, image_url, focus_x, focus_y, tags, ticket_price_cents, venue_id, venue_name, venue_city, city_key, band_min_cents, band_max_cents, tickets, from_cents, pair_cents, area) SELECT *
  FROM event_card_offers WHERE venue_id = new.id AND start_at > unixepoch() * 1000 - 172800000
    AND (new.name, new.address, new.city, new.city_key) IS NOT (old.name, old.address, old.city, old.city_key);
  INSERT INTO event_changes (event_id, told, first_at, due_at)
  SELECT e.id, json_object(
      'is_published', json(iif(e.is_published
        AND coalesce(e.publish_at, 0) <= t.now, 'true', 'false')),
      'is_cancelled', json(iif(e.cancelled_at IS NULL, 'false', 'true')),
      'start_at', e.start_at,
      'venue', json_object('name', old.name, 'name_key', old.name_key, 'address', old.address,
        'city', old.city, 'city_key', old.city_key)),
    t.now, t.now + 120000
  FROM (SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS now) t, events e WHERE e.venue_id = new.id AND e.start_at > t.now - 86400000
      AND (new.name, new.address, new.city) IS NOT (old.name, old.address, old.city)
  ON CONFLICT (event_id) DO UPDATE SET
    first_at = iif(due_at IS NULL OR due_at > excluded.due_at, excluded.first_at, first_at),
    due_at = iif(due_at IS NULL OR due_at > excluded.due_at, excluded.due_at,
      min(excluded.due_at, first_at + 600000));
  UPDATE ticket_requests SET status = 'declined' WHERE iif(new.city_key = 'brooklyn', 'new york', new.city_key) <> iif(old.city_key = 'brooklyn', 'new york', old.city_key) AND event_id IN (SELECT id FROM events WHERE venue_id = new.id) AND status = 'pending'
    AND EXISTS (SELECT 1 FROM payments WHERE request_id = ticket_requests.id AND status = 'awaiting');
END;
--> statement-breakpoint
UPDATE event_cards SET area = (SELECT o.area FROM event_card_offers o WHERE o.event_id = event_cards.event_id);
--> statement-breakpoint
DELETE FROM event_index WHERE rowid IN (
  SELECT place FROM event_cards WHERE area IS NOT NULL UNION ALL SELECT price_place FROM event_cards WHERE area IS NOT NULL);
--> statement-breakpoint
INSERT INTO event_index (rowid, words, near, facets)
SELECT iif(k.value, price_place, place), words, near, facets
FROM event_index_rows, json_each('[0,1]') k WHERE place IN (SELECT place FROM event_cards WHERE area IS NOT NULL);
--> statement-breakpoint
INSERT INTO event_choices (kind, value, label, cards)
SELECT 'area', area, area, count(*) FROM event_cards WHERE area IS NOT NULL GROUP BY area;
