CREATE VIEW event_card_rows AS
SELECT
  min(max(e.start_at / 60000, 0), 67108863) * 33554432 + e.rowid AS place,
  e.id AS event_id, e.title, e.slug, e.description, e.start_at, e.end_at, e.publish_at, e.age_policy, e.image_url,
  e.focus_x, e.focus_y, e.tags, e.ticket_price_cents,
  v.id AS venue_id, v.name AS venue_name, v.city AS venue_city,
  iif(v.city_key = 'brooklyn', 'new york', v.city_key) AS city_key,
  coalesce(cast(((e.ticket_price_cents * (100 + e.price_min_pct)) + 99) / 100 as integer), 0) AS band_min_cents,
  coalesce(cast((e.ticket_price_cents * (100 + e.price_max_pct)) / 100 as integer), -1) AS band_max_cents
FROM events e JOIN venues v ON v.id = e.venue_id
WHERE e.is_published = 1 AND e.cancelled_at IS NULL;
--> statement-breakpoint
CREATE VIEW event_card_offers AS
SELECT r.*, coalesce(sum(l.quantity), 0) AS tickets, min(l.ask_price_cents) AS from_cents,
  min(iif(l.quantity > 1, l.ask_price_cents, NULL)) AS pair_cents
FROM event_card_rows r LEFT JOIN listings l ON l.event_id = r.event_id AND l.status = 'active'
  AND l.waitlist_first = 0
  AND l.ask_price_cents BETWEEN r.band_min_cents AND r.band_max_cents
GROUP BY r.event_id;
--> statement-breakpoint
CREATE VIRTUAL TABLE event_index USING fts5(words, near, facets, content='', contentless_delete=1,
  tokenize='unicode61 remove_diacritics 2');
--> statement-breakpoint
CREATE VIEW event_index_rows AS
SELECT
  place,
  price_place,
  concat_ws(' ', title, venue_name, venue_city, iif(city_key = 'new york', 'New York', NULL), description,
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
UNION ALL SELECT place, 'age', age_policy, age_policy FROM event_cards
UNION ALL SELECT place, 'venue', venue_id, venue_name FROM event_cards
UNION ALL SELECT place, 'tag', t.value, t.value FROM event_cards, json_each(tags) t;
--> statement-breakpoint
CREATE VIEW event_roles AS
SELECT id AS event_id, organizer_id AS user_id FROM events WHERE organizer_id IS NOT NULL
UNION ALL SELECT event_id, user_id FROM event_organizers
UNION ALL SELECT event_id, user_id FROM door_staff;
--> statement-breakpoint
CREATE VIEW open_money AS
SELECT seller_id AS account_id FROM payouts WHERE status IN ('due', 'frozen')
UNION ALL
SELECT request.buyer_id FROM ticket_requests request JOIN handovers handover ON handover.request_id = request.id
WHERE handover.ended_at IS NULL
UNION ALL
SELECT request.buyer_id FROM ticket_requests request JOIN payments payment ON payment.request_id = request.id
  WHERE request.status = 'pending' AND request.answer = 'accepted'
  AND payment.status IN ('awaiting', 'authorized')
UNION ALL
SELECT request.seller_id FROM ticket_requests request JOIN payments payment ON payment.request_id = request.id
  WHERE request.status = 'pending' AND request.answer = 'accepted'
  AND payment.status IN ('awaiting', 'authorized')
UNION ALL
SELECT request.buyer_id FROM ticket_requests request JOIN disputes dispute ON dispute.request_id = request.id
WHERE dispute.status = 'open';
--> statement-breakpoint
CREATE VIEW pasts_to_keep AS
SELECT account.id AS past_id,
  iif(account.banned_until > t.now, account.banned_until, NULL) AS banned_until,
  (SELECT max(until) FROM vouch_freezes WHERE user_id = account.id AND until > t.now) AS vouches_frozen_until,
  t.now
FROM auth_users account, (SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS now) t
WHERE account.banned_until > t.now
  OR EXISTS (SELECT 1 FROM vouch_freezes WHERE user_id = account.id AND until > t.now)
  OR EXISTS (SELECT 1 FROM seller_failures WHERE seller_id = account.id AND settled_at IS NULL)
  OR EXISTS (SELECT 1 FROM reseller_applications WHERE applicant_id = account.id AND status = 'suspended')
  OR EXISTS (SELECT 1 FROM payouts WHERE seller_id = account.id AND sent_at > t.now - 15552000000)
  OR EXISTS (SELECT 1 FROM met_pasts WHERE user_id = account.id);
--> statement-breakpoint
CREATE VIEW met_pasts AS
SELECT mark.user_id, past.past_id, mark.mark_hash, account.created_at AS account_created_at, past.banned_until,
  past.vouches_frozen_until
FROM shared_marks mark
JOIN kept_pasts past ON past.mark_hash = mark.mark_hash AND past.past_id <> mark.user_id
JOIN auth_users account ON account.id = mark.user_id AND account.deleted_at IS NULL
WHERE past.kind <> 'card' OR account.created_at >= past.created_at;
--> statement-breakpoint
CREATE VIEW past_company AS
SELECT user_id, past_id AS other_id FROM met_pasts
UNION SELECT mine.user_id, other.user_id FROM met_pasts mine JOIN met_pasts other ON other.past_id = mine.past_id;
--> statement-breakpoint
CREATE VIEW inherited_debts AS
SELECT heir.past_id, 'past:' || heir.past_id || ':' || debt.credits_cents AS cause,
  'receivable:' || heir.user_id AS debit, debt.name AS credit,
  debt.debits_cents - debt.credits_cents AS amount_cents
FROM (SELECT past_id, user_id, max(account_created_at) FROM met_pasts GROUP BY past_id) heir
JOIN ledger_accounts debt ON debt.name = 'receivable:' || heir.past_id AND debt.debits_cents > debt.credits_cents;
--> statement-breakpoint
CREATE VIEW reseller_claims AS
SELECT application.id AS application_id, account.id AS account_id
FROM auth_users account
JOIN profiles profile ON profile.id = account.id
JOIN reseller_applications application ON application.email_key = lower(account.email)
  AND application.applicant_id IS NULL
WHERE account.email_confirmed_at IS NOT NULL AND account.deleted_at IS NULL
  AND (application.status = 'suspended' OR application.status = 'approved' AND application.tell_at IS NULL);
--> statement-breakpoint
CREATE VIEW measured_sales AS
SELECT r.id AS request_id, r.seller_id, r.event_id, h.status
FROM handovers h JOIN ticket_requests r ON r.id = h.request_id
WHERE NOT EXISTS (SELECT 1 FROM shared_marks theirs JOIN shared_marks other ON other.mark_hash = theirs.mark_hash
  AND other.kind = theirs.kind
  WHERE theirs.user_id = r.seller_id AND theirs.kind <> 'device' AND other.user_id = r.buyer_id);
--> statement-breakpoint
CREATE VIEW waitlist_waiting AS
SELECT id AS entry_id, event_id, applicant_id, places FROM waitlist
WHERE event_id IS NOT NULL AND confirmed_at IS NOT NULL AND (status = 'pending' OR told_status = 'pending')
  AND missed < 2
  AND EXISTS (SELECT 1 FROM launch_switches WHERE feature = 'push' AND is_on = 1);
--> statement-breakpoint
CREATE TRIGGER pass_changes BEFORE UPDATE ON passes
BEGIN
  SELECT RAISE(ABORT, 'passes_stay: this pass cannot change') WHERE (new.request_id, new.position, new.device_key) IS NOT (old.request_id, old.position, old.device_key) OR old.voided_at IS NOT NULL
      AND (new.voided_at) IS NOT (old.voided_at);
  SELECT RAISE(ABORT, 'passes_move_before_entry: somebody was let in with these passes') WHERE new.voided_at IS NOT NULL AND old.voided_at IS NULL
      AND EXISTS (SELECT 1 FROM scans WHERE request_id = new.request_id AND seat IS NOT NULL AND way = 'qr');
END;
--> statement-breakpoint
CREATE TRIGGER scan_made AFTER INSERT ON scans
BEGIN
  UPDATE scans SET seat = NULL WHERE event_id = new.event_id AND place = new.place AND seat IS NOT NULL;
  UPDATE scans SET seat = (
    SELECT count(*) FROM scans AS other WHERE other.event_id = scans.event_id AND other.place = scans.place
      AND other.undone_at IS NULL AND (other.at, other.nonce) <= (scans.at, scans.nonce))
  WHERE nonce IN (
    SELECT nonce FROM scans WHERE event_id = new.event_id AND place = new.place AND undone_at IS NULL
    ORDER BY at, nonce
    LIMIT coalesce((SELECT places FROM event_guests WHERE 'guest:' || id = new.place),
      iif(new.place LIKE 'guest:%', 20, 1)));
END;
--> statement-breakpoint
CREATE TRIGGER scan_undone AFTER UPDATE OF nonce, event_id, place, request_id, position, way, at, door, staff_id, undone_at ON scans
BEGIN
  SELECT RAISE(ABORT, 'scans_stay: a scan cannot change') WHERE (new.nonce, new.event_id, new.place, new.request_id, new.position, new.way, new.at, new.door, new.staff_id) IS NOT (old.nonce, old.event_id, old.place, old.request_id, old.position, old.way, old.at, old.door, old.staff_id) OR old.undone_at IS NOT NULL
    AND (new.undone_at) IS NOT (old.undone_at);
  UPDATE scans SET seat = NULL WHERE event_id = new.event_id AND place = new.place AND seat IS NOT NULL;
  UPDATE scans SET seat = (
    SELECT count(*) FROM scans AS other WHERE other.event_id = scans.event_id AND other.place = scans.place
      AND other.undone_at IS NULL AND (other.at, other.nonce) <= (scans.at, scans.nonce))
  WHERE nonce IN (
    SELECT nonce FROM scans WHERE event_id = new.event_id AND place = new.place AND undone_at IS NULL
    ORDER BY at, nonce
    LIMIT coalesce((SELECT places FROM event_guests WHERE 'guest:' || id = new.place),
      iif(new.place LIKE 'guest:%', 20, 1)));
END;
--> statement-breakpoint
CREATE TRIGGER event_made AFTER INSERT ON events WHEN new.is_published = 1
BEGIN
  INSERT INTO event_cards (place, event_id, title, slug, description, start_at, end_at, publish_at, age_policy, image_url, focus_x, focus_y, tags, ticket_price_cents, venue_id, venue_name, venue_city, city_key, band_min_cents, band_max_cents, tickets, from_cents, pair_cents) SELECT *
  FROM event_card_offers WHERE event_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER listing_shown AFTER INSERT ON listings WHEN new.status = 'active'
BEGIN
  UPDATE event_cards SET tickets = tickets + iif(new.status = 'active' AND new.waitlist_first = 0
      AND new.ask_price_cents BETWEEN band_min_cents AND band_max_cents, new.quantity, 0),
    from_cents = (SELECT min(l.ask_price_cents) FROM listings l WHERE l.event_id = new.event_id AND l.status = 'active' AND l.waitlist_first = 0
        AND l.ask_price_cents BETWEEN band_min_cents AND band_max_cents),
    pair_cents = (SELECT l.ask_price_cents FROM listings l
      WHERE l.event_id = new.event_id AND l.status = 'active' AND l.waitlist_first = 0
        AND l.ask_price_cents BETWEEN band_min_cents AND band_max_cents AND l.quantity > 1 ORDER BY l.ask_price_cents LIMIT 1)
  WHERE event_id = new.event_id AND new.waitlist_first = 0;
  UPDATE events SET listing_count = (
    SELECT count(*) FROM listings l
      WHERE l.event_id = new.event_id AND l.status = 'active' AND l.waitlist_first = 0)
  WHERE id = new.event_id;
  INSERT INTO event_demand (event_id, offered) VALUES (new.event_id, new.quantity)
  ON CONFLICT (event_id) DO UPDATE SET offered = offered + new.quantity;
END;
--> statement-breakpoint
CREATE TRIGGER listing_shown_changes AFTER UPDATE OF status, quantity, ask_price_cents, waitlist_first ON listings
WHEN (old.status = 'active' OR new.status = 'active')
  AND (new.status, new.quantity, new.ask_price_cents, new.waitlist_first) IS NOT (old.status, old.quantity, old.ask_price_cents, old.waitlist_first)
BEGIN
  UPDATE event_cards SET tickets = tickets + iif(new.status = 'active' AND new.waitlist_first = 0
      AND new.ask_price_cents BETWEEN band_min_cents AND band_max_cents, new.quantity, 0) - iif(old.status = 'active' AND old.waitlist_first = 0
      AND old.ask_price_cents BETWEEN band_min_cents AND band_max_cents, old.quantity, 0),
    from_cents = (SELECT min(l.ask_price_cents) FROM listings l WHERE l.event_id = new.event_id AND l.status = 'active' AND l.waitlist_first = 0
        AND l.ask_price_cents BETWEEN band_min_cents AND band_max_cents),
    pair_cents = (SELECT l.ask_price_cents FROM listings l
      WHERE l.event_id = new.event_id AND l.status = 'active' AND l.waitlist_first = 0
        AND l.ask_price_cents BETWEEN band_min_cents AND band_max_cents AND l.quantity > 1 ORDER BY l.ask_price_cents LIMIT 1)
  WHERE event_id = new.event_id;
  UPDATE events SET listing_count = (
    SELECT count(*) FROM listings l
      WHERE l.event_id = new.event_id AND l.status = 'active' AND l.waitlist_first = 0)
  WHERE id = new.event_id AND new.status = 'active' AND (new.status, new.waitlist_first) IS NOT (old.status, old.waitlist_first);
  UPDATE events SET listing_count = max(listing_count - 1, 0)
  WHERE id = new.event_id AND old.status = 'active' AND old.waitlist_first = 0 AND new.status <> 'active';
END;
--> statement-breakpoint
CREATE TRIGGER event_changed AFTER UPDATE OF title, slug, description, start_at, end_at, publish_at, age_policy, image_url, focus_x, focus_y, tags, ticket_price_cents, venue_id, price_min_pct, price_max_pct, is_published, cancelled_at, organizer_id ON events
BEGIN
  DELETE FROM event_cards WHERE event_id = new.id AND (new.title, new.slug, new.description, new.start_at, new.end_at, new.publish_at, new.age_policy, new.image_url, new.focus_x, new.focus_y, new.tags, new.ticket_price_cents, new.venue_id, new.price_min_pct, new.price_max_pct, new.is_published, new.cancelled_at) IS NOT (old.title, old.slug, old.description, old.start_at, old.end_at, old.publish_at, old.age_policy, old.image_url, old.focus_x, old.focus_y, old.tags, old.ticket_price_cents, old.venue_id, old.price_min_pct, old.price_max_pct, old.is_published, old.cancelled_at);
  INSERT INTO event_cards (place, event_id, title, slug, description, start_at, end_at, publish_at, age_policy, image_url, focus_x, focus_y, tags, ticket_price_cents, venue_id, venue_name, venue_city, city_key, band_min_cents, band_max_cents, tickets, from_cents, pair_cents) SELECT *
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
  DELETE FROM event_cards WHERE venue_id = new.id AND (new.name, new.city, new.city_key) IS NOT (old.name, old.city, old.city_key);
  INSERT INTO event_cards (place, event_id, title, slug, description, start_at, end_at, publish_at, age_policy, image_url, focus_x, focus_y, tags, ticket_price_cents, venue_id, venue_name, venue_city, city_key, band_min_cents, band_max_cents, tickets, from_cents, pair_cents) SELECT *
  FROM event_card_offers WHERE venue_id = new.id AND start_at > unixepoch() * 1000 - 172800000
    AND (new.name, new.city, new.city_key) IS NOT (old.name, old.city, old.city_key);
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
CREATE TRIGGER event_index_insert AFTER INSERT ON event_cards
BEGIN
  INSERT INTO event_index (rowid, words, near, facets)
  SELECT iif(k.value, price_place, place), words, near, facets
  FROM (SELECT * FROM event_index_rows WHERE place = new.place LIMIT 1), json_each('[0,1]') k;
  INSERT INTO event_choices (kind, value, label, cards)
  SELECT kind, value, label, 1 FROM event_choice_rows WHERE place = new.place
  ON CONFLICT (kind, value) DO UPDATE SET cards = cards + 1, label = excluded.label;
END;
--> statement-breakpoint
CREATE TRIGGER event_index_update AFTER UPDATE OF tickets, from_cents, pair_cents ON event_cards
WHEN (new.tickets > 0, new.from_cents, new.pair_cents IS NULL) IS NOT (old.tickets > 0, old.from_cents,
  old.pair_cents IS NULL)
BEGIN
  DELETE FROM event_index WHERE rowid IN (old.place, old.price_place);
  INSERT INTO event_index (rowid, words, near, facets)
  SELECT iif(k.value, price_place, place), words, near, facets
  FROM (SELECT * FROM event_index_rows WHERE place = new.place LIMIT 1), json_each('[0,1]') k;
END;
--> statement-breakpoint
CREATE TRIGGER event_index_delete BEFORE DELETE ON event_cards
BEGIN
  DELETE FROM event_index WHERE rowid IN (old.place, old.price_place);
  UPDATE event_choices SET cards = cards - 1
  WHERE (kind, value) IN (SELECT kind, value FROM event_choice_rows WHERE place = old.place);
  DELETE FROM event_choices
  WHERE cards = 0 AND (kind, value) IN (SELECT kind, value FROM event_choice_rows WHERE place = old.place);
END;
--> statement-breakpoint
CREATE TRIGGER role_of_co_organizer AFTER INSERT ON event_organizers
BEGIN
  UPDATE waitlist_offers SET status = 'ended', ended_at = CAST(unixepoch('subsec') * 1000 AS INTEGER)
  WHERE true AND status = 'open' AND listing_id IN (SELECT id FROM listings
    WHERE event_id = new.event_id AND seller_id = new.user_id);
  UPDATE ticket_requests SET status = 'declined'
  WHERE true AND status = 'pending' AND answer IS NULL AND event_id = new.event_id AND seller_id = new.user_id;
  UPDATE listings SET status = 'withdrawn' WHERE true AND event_id = new.event_id AND seller_id = new.user_id
    AND status IN ('draft', 'pending_review', 'active');
END;
--> statement-breakpoint
CREATE TRIGGER role_at_door AFTER INSERT ON door_staff
BEGIN
  UPDATE waitlist_offers SET status = 'ended', ended_at = CAST(unixepoch('subsec') * 1000 AS INTEGER)
  WHERE true AND status = 'open' AND listing_id IN (SELECT id FROM listings
    WHERE event_id = new.event_id AND seller_id = new.user_id);
  UPDATE ticket_requests SET status = 'declined'
  WHERE true AND status = 'pending' AND answer IS NULL AND event_id = new.event_id AND seller_id = new.user_id;
  UPDATE listings SET status = 'withdrawn' WHERE true AND event_id = new.event_id AND seller_id = new.user_id
    AND status IN ('draft', 'pending_review', 'active');
END;
--> statement-breakpoint
CREATE TRIGGER account_deleted BEFORE DELETE ON auth_users
BEGIN
  SELECT RAISE(ABORT, 'account_with_open_money: the money of this account is not settled') WHERE EXISTS (SELECT 1 FROM open_money WHERE account_id = old.id);
  SELECT RAISE(ABORT, 'account_with_debt: this account owes money') WHERE EXISTS (SELECT 1 FROM ledger_accounts WHERE name = 'receivable:' || old.id
      AND debits_cents > credits_cents);
  INSERT INTO kept_pasts (past_id, kind, mark_hash, banned_until, vouches_frozen_until, created_at)
  SELECT past.past_id, mark.kind, mark.mark_hash, past.banned_until, past.vouches_frozen_until, past.now
  FROM pasts_to_keep past JOIN shared_marks mark ON mark.user_id = past.past_id AND mark.kind <> 'device'
    WHERE past.past_id = old.id
  ON CONFLICT DO NOTHING;
  UPDATE reseller_applications SET status = 'rejected', note = 'The account was deleted.', tell_at = NULL,
    told_status = NULL,
    updated_at = max(updated_at + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER))
  WHERE applicant_id = old.id AND status IN ('pending', 'needs_info', 'approved');
END;
--> statement-breakpoint
CREATE TRIGGER account_emptied BEFORE UPDATE OF deleted_at ON auth_users
WHEN new.deleted_at IS NOT NULL AND old.deleted_at IS NULL
BEGIN
  SELECT RAISE(ABORT, 'account_with_open_money: the money of this account is not settled') WHERE EXISTS (SELECT 1 FROM open_money WHERE account_id = old.id);
  SELECT RAISE(ABORT, 'account_with_debt: this account owes money') WHERE EXISTS (SELECT 1 FROM ledger_accounts WHERE name = 'receivable:' || old.id
      AND debits_cents > credits_cents);
  INSERT INTO kept_pasts (past_id, kind, mark_hash, banned_until, vouches_frozen_until, created_at)
  SELECT past.past_id, mark.kind, mark.mark_hash, past.banned_until, past.vouches_frozen_until, past.now
  FROM pasts_to_keep past JOIN shared_marks mark ON mark.user_id = past.past_id AND mark.kind <> 'device'
    WHERE past.past_id = old.id
  ON CONFLICT DO NOTHING;
  UPDATE reseller_applications SET status = 'rejected', note = 'The account was deleted.', tell_at = NULL,
    told_status = NULL,
    updated_at = max(updated_at + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER))
  WHERE applicant_id = old.id AND status IN ('pending', 'needs_info', 'approved');
END;
--> statement-breakpoint
CREATE TRIGGER past_met AFTER INSERT ON shared_marks
WHEN EXISTS (SELECT 1 FROM met_pasts WHERE user_id = new.user_id AND mark_hash = new.mark_hash)
BEGIN
  INSERT INTO shared_marks (user_id, kind, mark_hash)
  SELECT new.user_id, kind, mark_hash FROM kept_pasts WHERE past_id IN (SELECT past_id FROM met_pasts
    WHERE user_id = new.user_id)
  ON CONFLICT DO NOTHING;
  UPDATE auth_users SET banned_until = (SELECT max(banned_until) FROM met_pasts WHERE user_id = new.user_id)
  WHERE id = new.user_id AND (SELECT max(banned_until) FROM met_pasts WHERE user_id = new.user_id)
    > max(coalesce(banned_until, 0), CAST(unixepoch('subsec') * 1000 AS INTEGER));
  INSERT INTO vouch_freezes (user_id, cause, until)
  SELECT new.user_id, 'past:' || past_id, max(vouches_frozen_until) FROM met_pasts
  WHERE user_id = new.user_id AND vouches_frozen_until IS NOT NULL GROUP BY past_id
  ON CONFLICT DO NOTHING;
  UPDATE listings SET status = 'withdrawn'
  WHERE seller_id = new.user_id AND status IN ('draft', 'pending_review', 'active')
    AND EXISTS (SELECT 1 FROM met_pasts met
    WHERE met.user_id = new.user_id AND (met.banned_until > CAST(unixepoch('subsec') * 1000 AS INTEGER)
      OR EXISTS (SELECT 1 FROM reseller_applications WHERE applicant_id = met.past_id AND status = 'suspended')));
  INSERT INTO ledger_transfers (cause, leg, debit, credit, amount_cents, at)
  SELECT cause, 0, debit, credit, amount_cents, CAST(unixepoch('subsec') * 1000 AS INTEGER) FROM inherited_debts
  WHERE past_id IN (SELECT past_id FROM met_pasts WHERE user_id = new.user_id);
END;
--> statement-breakpoint
CREATE TRIGGER recovery_codes_end AFTER DELETE ON auth_factors WHEN old.status = 'verified'
BEGIN
  DELETE FROM auth_recovery_codes WHERE user_id = old.user_id
    AND NOT EXISTS (SELECT 1 FROM auth_factors WHERE user_id = old.user_id AND status = 'verified');
END;
--> statement-breakpoint
CREATE TRIGGER recovery_codes_need_a_factor BEFORE INSERT ON auth_recovery_codes
WHEN NOT EXISTS (SELECT 1 FROM auth_factors WHERE user_id = new.user_id AND status = 'verified')
BEGIN
  SELECT RAISE(ABORT, 'recovery_codes_need_a_factor: this user has no verified factor');
END;
--> statement-breakpoint
CREATE TRIGGER reseller_claimed_with_profile AFTER INSERT ON profiles
BEGIN
  UPDATE reseller_applications SET applicant_id = new.id WHERE id IN (SELECT application_id FROM reseller_claims
    WHERE account_id = new.id);
END;
--> statement-breakpoint
CREATE TRIGGER reseller_claimed_with_address AFTER UPDATE OF email, email_confirmed_at ON auth_users
BEGIN
  UPDATE reseller_applications SET applicant_id = new.id WHERE id IN (SELECT application_id FROM reseller_claims
    WHERE account_id = new.id);
END;
--> statement-breakpoint
CREATE TRIGGER reseller_claimed_with_decision AFTER UPDATE OF status, tell_at ON reseller_applications
  WHEN new.applicant_id IS NULL
BEGIN
  UPDATE reseller_applications SET applicant_id = (SELECT account_id FROM reseller_claims
    WHERE application_id = new.id) WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER school_badge_taken AFTER UPDATE OF is_student_verified ON profiles
WHEN old.is_student_verified = 1 AND new.is_student_verified = 0
BEGIN
  UPDATE school_proofs SET status = 'revoked' WHERE user_id = new.id AND status = 'proven';
END;
--> statement-breakpoint
CREATE TRIGGER handover_measured AFTER UPDATE OF status ON handovers
WHEN new.status IN ('received', 'failed') AND (new.status) IS NOT (old.status)
BEGIN
  INSERT INTO seller_facts (user_id, received, events)
  SELECT sale.seller_id, 1, NOT EXISTS (SELECT 1 FROM ticket_requests earlier
    JOIN measured_sales done ON done.request_id = earlier.id
    WHERE earlier.seller_id = sale.seller_id AND earlier.event_id = sale.event_id AND earlier.id <> new.request_id
      AND done.status = 'received')
  FROM measured_sales sale WHERE sale.request_id = new.request_id AND new.status = 'received'
  ON CONFLICT (user_id) DO UPDATE SET received = received + 1, events = events + excluded.events;
  INSERT INTO handover_days (day, received)
  SELECT new.ended_at / 86400000, 1 FROM measured_sales WHERE request_id = new.request_id AND new.status = 'received'
  ON CONFLICT (day) DO UPDATE SET received = received + 1;
  INSERT INTO seller_facts (user_id, failed)
  SELECT seller_id, 1 FROM measured_sales WHERE request_id = new.request_id AND new.status = 'failed' AND new.ended_by = 'time'
    AND new.problem IS NULL
  ON CONFLICT (user_id) DO UPDATE SET failed = failed + 1;
  INSERT INTO handover_days (day, failed)
  SELECT new.ended_at / 86400000, 1 FROM measured_sales WHERE request_id = new.request_id AND new.status = 'failed' AND new.ended_by = 'time'
    AND new.problem IS NULL
  ON CONFLICT (day) DO UPDATE SET failed = failed + 1;
  INSERT INTO visits (user_id, event_id, seller_id, request_id, created_at)
  SELECT buyer_id, event_id, seller_id, id, new.ended_at FROM ticket_requests
  WHERE id = new.request_id AND new.status = 'received' AND new.ended_by IN ('scan', 'buyer')
  ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER failure_measured AFTER INSERT ON seller_failures
WHEN NOT EXISTS (SELECT 1 FROM handovers
  WHERE request_id = new.request_id AND ended_by = 'time' AND problem IS NULL)
BEGIN
  INSERT INTO seller_facts (user_id, failed)
  SELECT seller_id, 1 FROM measured_sales WHERE request_id = new.request_id AND true
  ON CONFLICT (user_id) DO UPDATE SET failed = failed + 1;
  INSERT INTO handover_days (day, failed)
  SELECT new.created_at / 86400000, 1 FROM measured_sales WHERE request_id = new.request_id AND true
  ON CONFLICT (day) DO UPDATE SET failed = failed + 1;
END;
--> statement-breakpoint
CREATE TRIGGER answer_measured AFTER UPDATE OF status ON ticket_requests
  WHEN old.status = 'pending' AND (new.status) IS NOT (old.status)
BEGIN
  INSERT INTO seller_facts (user_id, answers_5min, answers_1h, answers_4h, answers_longer)
  SELECT new.seller_id, took <= 300000, took > 300000 AND took <= 3600000, took > 3600000
    AND took <= 14400000,
    took > 14400000
  FROM (SELECT new.expires_at - 10000
    - coalesce((SELECT seller_asked_at FROM payments WHERE request_id = new.id), new.created_at) AS took)
  WHERE new.status = new.answer AND NOT EXISTS (SELECT 1 FROM payments
    WHERE request_id = new.id AND sold_at_once = 1)
  ON CONFLICT (user_id) DO UPDATE SET
    answers_5min = answers_5min + excluded.answers_5min,
    answers_1h = answers_1h + excluded.answers_1h,
    answers_4h = answers_4h + excluded.answers_4h,
    answers_longer = answers_longer + excluded.answers_longer;
  INSERT INTO seller_facts (user_id, unanswered) SELECT new.seller_id, 1
  WHERE new.status = 'expired' AND new.answer IS NULL
    AND NOT EXISTS (SELECT 1 FROM payments WHERE request_id = new.id AND seller_asked_at IS NULL)
  ON CONFLICT (user_id) DO UPDATE SET unanswered = unanswered + 1;
END;
--> statement-breakpoint
CREATE TRIGGER dispute_lost AFTER UPDATE OF status ON disputes WHEN new.status = 'lost' AND old.status <> 'lost'
BEGIN
  DELETE FROM visits WHERE request_id = new.request_id;
  INSERT INTO vouch_freezes (user_id, cause, until)
  SELECT voucher_id, new.request_id, new.closed_at + 7776000000 FROM vouches
  WHERE new.reason = 'fraudulent' AND vouchee_id = (SELECT buyer_id FROM ticket_requests
    WHERE id = new.request_id) AND created_at <= new.closed_at
    AND (status = 'live' OR ended_at >= new.opened_at)
    AND voucher_id IN (SELECT id FROM auth_users WHERE deleted_at IS NULL)
  UNION SELECT buyer_id, new.request_id, new.closed_at + 7776000000 FROM ticket_requests
  WHERE new.reason = 'fraudulent' AND id = new.request_id AND buyer_id IN (SELECT id FROM auth_users WHERE deleted_at IS NULL)
  ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER problem_lost AFTER UPDATE OF status ON problems
WHEN new.status IN ('refunded', 'replaced') AND old.status = 'open' AND new.kind IN ('wrong_code', 'did_not_work')
  AND coalesce(new.ruled_by, new.decided_by) = 'staff'
BEGIN
  INSERT INTO vouch_freezes (user_id, cause, until)
  SELECT voucher_id, new.request_id, new.decided_at + 7776000000 FROM vouches
  WHERE true AND vouchee_id = (SELECT seller_id FROM ticket_requests
    WHERE id = new.request_id) AND created_at <= new.decided_at
    AND (status = 'live' OR ended_at >= new.created_at)
    AND voucher_id IN (SELECT id FROM auth_users WHERE deleted_at IS NULL)
  UNION SELECT seller_id, new.request_id, new.decided_at + 7776000000 FROM ticket_requests
  WHERE true AND id = new.request_id AND seller_id IN (SELECT id FROM auth_users WHERE deleted_at IS NULL)
  ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER audit_chain_follows BEFORE INSERT ON audit_log
WHEN new.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM audit_log)
  OR new.prev_hash IS NOT coalesce((SELECT hash FROM audit_log ORDER BY seq DESC LIMIT 1), 'genesis')
BEGIN
  SELECT RAISE(ABORT, 'audit_chain_follows: an entry must follow the last entry');
END;
--> statement-breakpoint
CREATE TRIGGER audit_chain_update BEFORE UPDATE ON audit_log
BEGIN
  SELECT RAISE(ABORT, 'audit_chain_update: an entry is never changed');
END;
--> statement-breakpoint
CREATE TRIGGER audit_chain_delete BEFORE DELETE ON audit_log
BEGIN
  SELECT RAISE(ABORT, 'audit_chain_delete: an entry is never deleted');
END;
--> statement-breakpoint
CREATE TRIGGER dispute_begins AFTER INSERT ON disputes WHEN new.status = 'open'
BEGIN
  INSERT INTO payout_holds (request_id, reason, source, began_at)
  SELECT new.request_id, 'dispute', new.provider_id, new.opened_at WHERE NOT EXISTS (SELECT 1 FROM payouts WHERE request_id = new.request_id
    AND status IN ('sent', 'reversed', 'dropped'))
  ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER dispute_moves BEFORE UPDATE OF status ON disputes WHEN (new.status) IS NOT (old.status)
BEGIN
  SELECT RAISE(ABORT, 'dispute_moves: this dispute cannot get that status') WHERE old.status <> new.status AND old.status || '>' || new.status NOT IN ('open>won', 'open>lost');
  UPDATE payout_holds SET ended_at = coalesce(new.closed_at, began_at)
  WHERE request_id = new.request_id AND reason = 'dispute' AND ended_at IS NULL AND NOT EXISTS (SELECT 1 FROM disputes
      WHERE request_id = new.request_id AND provider_id <> new.provider_id AND status = 'open');
END;
--> statement-breakpoint
CREATE TRIGGER problem_moves BEFORE UPDATE OF status, decide_by, ruled_by, held_because ON problems
  WHEN (new.status, new.decide_by, new.ruled_by, new.held_because) IS NOT (old.status, old.decide_by, old.ruled_by, old.held_because)
BEGIN
  SELECT RAISE(ABORT, 'problem_end_is_final: a decided problem keeps its decision') WHERE old.status <> new.status AND old.status || '>' || new.status NOT IN ('open>replaced', 'open>refunded', 'open>rejected');
  UPDATE payments SET settle_at = 0, version = version + 1 WHERE request_id = new.request_id AND true;
END;
--> statement-breakpoint
CREATE TRIGGER handover_moves BEFORE UPDATE OF status ON handovers WHEN old.status <> new.status
BEGIN
  SELECT RAISE(ABORT, 'handover_moves: this hand-over cannot get that status') WHERE old.status <> new.status AND old.status || '>' || new.status NOT IN ('due>delivered', 'due>problem', 'due>received', 'due>failed', 'delivered>problem', 'delivered>received', 'delivered>failed', 'problem>received', 'problem>failed');
  INSERT INTO payout_holds (request_id, reason, began_at)
  SELECT new.request_id, 'problem', new.problem_at WHERE new.status = 'problem' AND NOT EXISTS (SELECT 1 FROM payouts WHERE request_id = new.request_id
    AND status IN ('sent', 'reversed', 'dropped'))
  ON CONFLICT DO NOTHING;
  UPDATE payout_holds SET ended_at = coalesce(new.ended_at, began_at)
  WHERE request_id = new.request_id AND reason = 'problem' AND ended_at IS NULL AND old.status = 'problem'
    AND new.status = 'received';
  UPDATE problems SET
    status = iif(new.status = 'received', 'rejected', 'refunded'),
    decided_at = new.ended_at,
    decided_by = coalesce(ruled_by, CASE new.ended_by WHEN 'staff' THEN 'staff'
      WHEN 'time' THEN 'time' ELSE 'facts' END)
  WHERE request_id = new.request_id AND status = 'open' AND new.status IN ('received', 'failed');
  DELETE FROM staff_asks WHERE target_id = new.request_id AND action LIKE 'handover.%' AND old.status = 'problem';
  UPDATE listing_tickets SET freed_at = new.ended_at
  WHERE request_id = new.request_id AND freed_at IS NULL AND shown_at IS NULL AND new.status = 'failed'
    AND new.ended_by = 'event';
  UPDATE payments SET settle_at = 0, version = version + 1 WHERE request_id = new.request_id AND true;
END;
--> statement-breakpoint
CREATE TRIGGER ledger_posts AFTER INSERT ON ledger_transfers
BEGIN
  INSERT INTO ledger_accounts (name, kind)
  SELECT side.name, CASE
    WHEN side.name IN ('provider', 'bank') OR side.name GLOB 'receivable:?*'
      OR side.name GLOB 'disputed:?*' THEN 'asset'
    WHEN side.name GLOB 'hold:?*' OR side.name GLOB 'payable:?*' OR side.name GLOB 'refund_due:?*' THEN 'liability'
    WHEN side.name GLOB 'income:?*' THEN 'income'
    WHEN side.name GLOB 'cost:?*' THEN 'cost'
  END
  FROM (SELECT new.debit AS name UNION ALL SELECT new.credit) side
  WHERE true
  ON CONFLICT (name) DO NOTHING;
  UPDATE ledger_accounts SET credits_cents = credits_cents + new.amount_cents WHERE name = new.credit;
  UPDATE ledger_accounts SET debits_cents = debits_cents + new.amount_cents WHERE name = new.debit;
END;
--> statement-breakpoint
CREATE TRIGGER ledger_update BEFORE UPDATE ON ledger_transfers
BEGIN
  SELECT RAISE(ABORT, 'ledger_update: a transfer is never changed');
END;
--> statement-breakpoint
CREATE TRIGGER ledger_delete BEFORE DELETE ON ledger_transfers
BEGIN
  SELECT RAISE(ABORT, 'ledger_delete: a transfer is never deleted');
END;
--> statement-breakpoint
CREATE TRIGGER ledger_account_delete BEFORE DELETE ON ledger_accounts
BEGIN
  SELECT RAISE(ABORT, 'ledger_account_delete: an account is never deleted');
END;
--> statement-breakpoint
CREATE TRIGGER waitlist_first_listed AFTER INSERT ON listings
WHEN new.status = 'active' AND new.waitlist_first = 0 AND EXISTS (SELECT 1 FROM waitlist_waiting w WHERE w.event_id = new.event_id AND w.places <= new.quantity
    AND w.applicant_id IS NOT new.seller_id AND true)
BEGIN
  UPDATE listings SET waitlist_first = 1 WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER listing_meets_waitlist AFTER UPDATE OF quantity, status ON listings
WHEN new.status = 'active' AND new.waitlist_first = 0 AND new.quantity > old.quantity OR new.status IN ('withdrawn', 'expired', 'rejected')
BEGIN
  UPDATE listings SET waitlist_first = 1 WHERE id = new.id AND new.status = 'active' AND EXISTS (SELECT 1 FROM waitlist_waiting w WHERE w.event_id = new.event_id AND w.places <= new.quantity
    AND w.applicant_id IS NOT new.seller_id AND NOT EXISTS (SELECT 1 FROM waitlist_offers o WHERE o.entry_id = w.entry_id AND o.listing_id = new.id));
  UPDATE waitlist_offers SET status = 'ended', ended_at = CAST(unixepoch('subsec') * 1000 AS INTEGER)
    WHERE listing_id = new.id AND status = 'open' AND new.status IN ('withdrawn', 'expired', 'rejected');
  UPDATE listings SET waitlist_first = 0 WHERE id = new.id AND waitlist_first = 1 AND new.status IN ('withdrawn', 'expired', 'rejected');
END;
--> statement-breakpoint
CREATE TRIGGER listing_leaves_sale AFTER UPDATE OF status, held ON listings
WHEN new.status = 'active' AND old.status <> 'active' OR new.status IN ('withdrawn', 'expired', 'rejected') AND new.handover_kind = 'file'
BEGIN
  UPDATE listings SET status = 'withdrawn' WHERE id = new.id AND new.status = 'active'
    AND EXISTS (SELECT 1 FROM event_roles WHERE event_id = new.event_id AND user_id = new.seller_id);
  UPDATE listing_tickets SET freed_at = CAST(unixepoch('subsec') * 1000 AS INTEGER) WHERE id IN (
    SELECT ticket.id FROM listing_tickets ticket JOIN listings l ON l.id = ticket.listing_id
    WHERE l.id = new.id AND l.status IN ('withdrawn', 'expired', 'rejected') AND l.handover_kind = 'file'
      AND ticket.request_id IS NULL AND ticket.freed_at IS NULL
    ORDER BY ticket.created_at DESC, ticket.id DESC
    LIMIT max(0, (SELECT count(*) FROM listing_tickets
      WHERE listing_id = new.id AND request_id IS NULL AND freed_at IS NULL)
      - (SELECT held FROM listings WHERE id = new.id)));
END;
--> statement-breakpoint
CREATE TRIGGER ticket_changes BEFORE UPDATE OF request_id, freed_at, code_hmac, content_hmac, listing_id,
  file_id ON listing_tickets
BEGIN
  SELECT RAISE(ABORT, 'listing_tickets_stay: this ticket cannot change') WHERE old.request_id IS NOT NULL AND (new.request_id) IS NOT (old.request_id) OR old.freed_at IS NOT NULL
      AND (new.freed_at) IS NOT (old.freed_at)
      OR (new.code_hmac, new.content_hmac, new.listing_id, new.file_id) IS NOT (old.code_hmac, old.content_hmac, old.listing_id, old.file_id);
END;
--> statement-breakpoint
CREATE TRIGGER offer_made AFTER INSERT ON waitlist_offers
BEGIN
  SELECT RAISE(ABORT, 'waitlist_offer_is_on_sale: these tickets are not on sale, another number of places is asked for, or nobody has confirmed the entry') WHERE NOT EXISTS (SELECT 1 FROM listings l JOIN waitlist w ON w.event_id = l.event_id
      WHERE l.id = new.listing_id AND l.status = 'active' AND l.event_id = new.event_id AND w.id = new.entry_id
        AND w.places = new.quantity AND w.confirmed_at IS NOT NULL);
  UPDATE listings SET
    quantity = quantity - new.quantity,
    held = held + new.quantity,
    status = CASE WHEN status <> 'active' THEN status
      WHEN quantity > new.quantity THEN 'active' ELSE 'reserved' END
  WHERE id = new.listing_id AND new.status = 'open';
END;
--> statement-breakpoint
CREATE TRIGGER offer_moves AFTER UPDATE OF status, entry_id, listing_id, event_id, quantity ON waitlist_offers
BEGIN
  SELECT RAISE(ABORT, 'waitlist_offer_terms_are_fixed: the terms of an offer never change') WHERE (new.entry_id, new.listing_id, new.event_id, new.quantity) IS NOT (old.entry_id, old.listing_id, old.event_id, old.quantity);
  SELECT RAISE(ABORT, 'waitlist_offer_end_is_final: an ended offer keeps its status') WHERE old.status <> new.status AND old.status || '>' || new.status NOT IN ('open>taken', 'open>passed', 'open>lapsed', 'open>ended');
  UPDATE waitlist SET missed = iif(new.status = 'lapsed', missed + 1, 0)
  WHERE id = new.entry_id AND old.status = 'open' AND new.status IN ('passed', 'lapsed');
  UPDATE listings SET
    quantity = quantity + new.quantity,
    held = held - new.quantity,
    status = CASE WHEN status = 'reserved' THEN 'active' ELSE status END
  WHERE id = new.listing_id AND old.status = 'open' AND new.status IN ('passed', 'lapsed', 'ended');
END;
--> statement-breakpoint
CREATE TRIGGER payments_wake_with_event AFTER UPDATE OF cancelled_at, start_at, end_at ON events
WHEN (new.cancelled_at) IS NOT (old.cancelled_at) OR coalesce(new.end_at, new.start_at + 21600000) <> coalesce(old.end_at, old.start_at + 21600000)
BEGIN
  UPDATE payments SET version = version + 1, settle_at = min(coalesce(settle_at, 8640000000000000), coalesce(new.cancelled_at + 120000, new.updated_at))
  WHERE (new.cancelled_at) IS NOT (old.cancelled_at) AND status IN ('awaiting', 'authorized', 'captured')
    AND request_id IN (SELECT id FROM ticket_requests WHERE event_id = new.id);
  UPDATE payments SET version = version + 1, settle_at = min(coalesce(settle_at, 8640000000000000), new.updated_at + (woken.place - 1) / 20 * 60000)
  FROM (
    SELECT payment.request_id AS id, row_number() OVER (ORDER BY payment.request_id) AS place
    FROM ticket_requests request JOIN payments payment ON payment.request_id = request.id
    WHERE request.event_id = new.id AND payment.status = 'captured' AND max(payment.promised_end_at, min(coalesce(new.end_at, new.start_at + 21600000), (payment.promised_end_at + 345600000))) <> max(payment.promised_end_at, min(coalesce(old.end_at, old.start_at + 21600000), (payment.promised_end_at + 345600000)))
      AND (EXISTS (SELECT 1 FROM handovers WHERE request_id = request.id AND ended_at IS NULL)
        OR EXISTS (SELECT 1 FROM payouts
          WHERE request_id = request.id AND status IN ('due', 'frozen')))
  ) woken WHERE payments.request_id = woken.id;
END;
--> statement-breakpoint
CREATE TRIGGER payment_changes BEFORE UPDATE OF status, moved_cents,
  tickets_cents, buyer_fee_cents, seller_fee_cents, added_cents, replaces, paid_from, created_at, promised_start_at, promised_end_at, promised_due_at, promised_opens_at, promised_kind, sold_at_once ON payments
BEGIN
  SELECT RAISE(ABORT, 'payment_moves: this payment cannot get that status') WHERE old.status <> new.status AND old.status || '>' || new.status NOT IN ('awaiting>authorized', 'awaiting>failed', 'authorized>captured', 'authorized>voided');
  SELECT RAISE(ABORT, 'capture_needs_acceptance: the seller has not accepted this request') WHERE new.status = 'captured' AND old.status <> 'captured'
      AND NOT EXISTS (SELECT 1 FROM ticket_requests
        WHERE id = new.request_id AND status = 'pending' AND answer = 'accepted');
  SELECT RAISE(ABORT, 'payment_terms_are_fixed: the amounts of a payment never change') WHERE (new.tickets_cents, new.buyer_fee_cents, new.seller_fee_cents, new.added_cents, new.replaces, new.paid_from, new.created_at) IS NOT (old.tickets_cents, old.buyer_fee_cents, old.seller_fee_cents, old.added_cents, old.replaces, old.paid_from, old.created_at);
  SELECT RAISE(ABORT, 'payment_promise_is_fixed: what was promised to a buyer never changes') WHERE (new.promised_start_at, new.promised_end_at, new.promised_due_at, new.promised_opens_at, new.promised_kind, new.sold_at_once) IS NOT (old.promised_start_at, old.promised_end_at, old.promised_due_at, old.promised_opens_at, old.promised_kind, old.sold_at_once);
  SELECT RAISE(ABORT, 'money_moves_once: the money of this payment cannot move on') WHERE (new.moved_cents) IS NOT (old.moved_cents)
      AND (old.moved_cents <> 0 OR old.taken_cents <> 0 OR old.released_at IS NOT NULL OR old.status <> 'captured'
        OR new.moved_cents <> old.tickets_cents + old.buyer_fee_cents - old.added_cents);
  UPDATE events SET has_sales = 1
    WHERE id = (SELECT event_id FROM ticket_requests WHERE id = new.request_id) AND has_sales = 0 AND new.status = 'authorized' AND (new.status) IS NOT (old.status);
  UPDATE events SET has_sales = 0
    WHERE id = (SELECT event_id FROM ticket_requests WHERE id = new.request_id) AND has_sales = 1 AND new.status = 'voided' AND (new.status) IS NOT (old.status)
    AND NOT EXISTS (SELECT 1 FROM ticket_requests other JOIN payments paid ON paid.request_id = other.id
      WHERE other.event_id = events.id AND other.id <> new.request_id
        AND paid.status IN ('authorized', 'captured'));
END;
--> statement-breakpoint
CREATE TRIGGER payment_is_kept BEFORE DELETE ON payments WHEN old.status NOT IN ('voided', 'failed')
BEGIN
  SELECT RAISE(ABORT, 'payment_is_kept: an open or charged payment is never deleted');
END;
--> statement-breakpoint
CREATE TRIGGER payment_made AFTER INSERT ON payments
  WHEN new.status IN ('authorized', 'captured') OR new.replaces IS NOT NULL
BEGIN
  UPDATE events SET has_sales = 1 WHERE id = (SELECT event_id FROM ticket_requests WHERE id = new.request_id) AND has_sales = 0;
  SELECT RAISE(ABORT, 'replacement_follows: this payment replaces no other one') WHERE new.replaces IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM payments earlier
      JOIN ticket_requests failed ON failed.id = earlier.request_id
      JOIN ticket_requests fresh ON fresh.id = new.request_id
      WHERE earlier.request_id = new.replaces AND earlier.status = 'captured' AND new.status = 'captured'
        AND earlier.moved_cents > 0
        AND coalesce(earlier.paid_from, earlier.request_id) = new.paid_from
        AND fresh.status = 'accepted' AND fresh.buyer_id = failed.buyer_id AND fresh.event_id = failed.event_id
        AND fresh.quantity = failed.quantity AND fresh.seller_id <> failed.seller_id);
  SELECT RAISE(ABORT, 'replacement_is_on_sale: this listing has no such tickets any more') WHERE new.replaces IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM listings l JOIN ticket_requests fresh ON fresh.listing_id = l.id
      WHERE fresh.id = new.request_id AND l.status = 'active' AND l.is_instant = 1 AND l.handover_kind = 'file'
        AND l.seller_id = fresh.seller_id AND l.event_id = fresh.event_id
          AND l.ask_price_cents = fresh.offered_price_cents
        AND l.quantity >= fresh.quantity);
  UPDATE listing_tickets SET request_id = new.request_id WHERE new.replaces IS NOT NULL AND id IN (
    SELECT id FROM listing_tickets WHERE listing_id = (SELECT listing_id FROM ticket_requests WHERE id = new.request_id) AND request_id IS NULL
      AND freed_at IS NULL
    ORDER BY created_at, id LIMIT (SELECT quantity FROM ticket_requests WHERE id = new.request_id));
  SELECT RAISE(ABORT, 'replacement_takes_tickets: this listing lacks tickets') WHERE new.replaces IS NOT NULL
      AND (SELECT count(*) FROM listing_tickets WHERE request_id = new.request_id) <> (SELECT quantity FROM ticket_requests WHERE id = new.request_id);
  UPDATE listings SET
    quantity = quantity - (SELECT quantity FROM ticket_requests WHERE id = new.request_id),
    status = CASE WHEN quantity > (SELECT quantity FROM ticket_requests WHERE id = new.request_id) THEN 'active' WHEN held > 0 THEN 'reserved' ELSE 'sold' END
  WHERE new.replaces IS NOT NULL AND id = (SELECT listing_id FROM ticket_requests WHERE id = new.request_id);
END;
--> statement-breakpoint
CREATE TRIGGER payout_begins AFTER INSERT ON payouts WHEN new.status = 'due'
BEGIN
  INSERT INTO payout_holds (request_id, reason, began_at)
  SELECT new.request_id, 'ban', coalesce(payment.captured_at, payment.created_at)
  FROM payments payment JOIN auth_users seller ON seller.id = new.seller_id
  WHERE payment.request_id = new.request_id
    AND seller.banned_until > coalesce(payment.captured_at, payment.created_at)
  ON CONFLICT DO NOTHING;
  UPDATE payouts SET status = 'frozen' WHERE request_id = new.request_id AND status = 'due' AND EXISTS (SELECT 1 FROM payout_holds WHERE request_id = new.request_id AND ended_at IS NULL);
END;
--> statement-breakpoint
CREATE TRIGGER payout_moves BEFORE UPDATE OF status, send_at ON payouts WHEN (new.status, new.send_at) IS NOT (old.status, old.send_at)
BEGIN
  SELECT RAISE(ABORT, 'payout_moves: this payout cannot get that status') WHERE old.status <> new.status AND old.status || '>' || new.status NOT IN ('due>frozen', 'due>sent', 'due>dropped', 'frozen>due', 'frozen>sent', 'frozen>dropped', 'sent>reversed');
  SELECT RAISE(ABORT, 'payout_is_held: a reason to hold this payout is open') WHERE old.status = 'frozen'
    AND new.status = 'due' AND EXISTS (SELECT 1 FROM payout_holds WHERE request_id = new.request_id AND ended_at IS NULL);
  UPDATE payments SET settle_at = 0, version = version + 1 WHERE request_id = new.request_id AND true;
END;
--> statement-breakpoint
CREATE TRIGGER payout_hold_begins AFTER INSERT ON payout_holds WHEN new.ended_at IS NULL
BEGIN
  UPDATE payouts SET status = 'frozen' WHERE request_id = new.request_id AND status = 'due' AND true;
END;
--> statement-breakpoint
CREATE TRIGGER payout_hold_changes AFTER UPDATE ON payout_holds
BEGIN
  SELECT RAISE(ABORT, 'payout_hold_is_kept: a reason only ends, once') WHERE old.ended_at IS NOT NULL OR (new.request_id, new.reason, new.source, new.began_at) IS NOT (old.request_id, old.reason, old.source, old.began_at);
  UPDATE payouts SET status = 'due'
    WHERE request_id = new.request_id AND status = 'frozen' AND new.ended_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM payout_holds WHERE request_id = new.request_id AND ended_at IS NULL);
END;
--> statement-breakpoint
CREATE TRIGGER payout_held_by_ban AFTER UPDATE OF banned_until ON auth_users
WHEN (new.banned_until) IS NOT (old.banned_until) AND new.banned_until > new.updated_at
BEGIN
  INSERT INTO payout_holds (request_id, reason, began_at)
  SELECT request_id, 'ban', new.updated_at FROM payouts WHERE seller_id = new.id AND status IN ('due', 'frozen')
  ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER refund_made AFTER INSERT ON refunds
BEGIN
  SELECT RAISE(ABORT, 'refund_needs_two: the refunds of staff for this request are above $200 in all') WHERE new.asked_by IS NOT NULL AND new.approved_by IS NULL AND new.status NOT IN ('asked', 'dropped')
      AND new.amount_cents > 20000 - (SELECT coalesce(sum(amount_cents), 0) FROM refunds
        WHERE request_id = new.request_id AND id <> new.id AND asked_by IS NOT NULL AND status <> 'dropped');
  UPDATE payments SET settle_at = 0, version = version + 1 WHERE request_id = new.request_id AND true;
END;
--> statement-breakpoint
CREATE TRIGGER refund_changes BEFORE UPDATE OF status, request_id, amount_cents, reason, asked_by ON refunds
BEGIN
  SELECT RAISE(ABORT, 'refund_moves: this refund cannot get that status') WHERE old.status <> new.status AND old.status || '>' || new.status NOT IN ('asked>due', 'asked>dropped', 'due>sent', 'due>stuck', 'due>dropped', 'sent>stuck', 'stuck>due', 'stuck>dropped');
  SELECT RAISE(ABORT, 'refund_waits_for_two: nobody has approved this refund') WHERE old.status = 'asked' AND new.status NOT IN ('asked', 'dropped') AND new.approved_by IS NULL;
  SELECT RAISE(ABORT, 'refund_never_grows: the terms of a refund never change') WHERE new.amount_cents > old.amount_cents OR (new.request_id, new.reason, new.asked_by) IS NOT (old.request_id, old.reason, old.asked_by);
  UPDATE payments SET settle_at = 0, version = version + 1 WHERE request_id = new.request_id AND (new.status) IS NOT (old.status);
END;
--> statement-breakpoint
CREATE TRIGGER request_group_moved AFTER UPDATE OF status ON ticket_requests
  WHEN old.status = 'pending' AND new.group_id IS NOT NULL
BEGIN
  UPDATE ticket_requests SET status = 'cancelled', answer = NULL, asked_until = NULL,
    expires_at = coalesce(asked_until, expires_at),
    told_at = CAST(unixepoch('subsec') * 1000 AS INTEGER)
  WHERE new.status IN ('declined', 'cancelled', 'expired') AND group_id = new.group_id AND status = 'pending'
    AND NOT (answer IS 'accepted' AND EXISTS (SELECT 1 FROM payments WHERE request_id = ticket_requests.id));
  UPDATE payments SET settle_at = 0, version = version + 1
  WHERE new.status IN ('declined', 'cancelled', 'expired') AND status IN ('awaiting', 'authorized') AND request_id IN (SELECT id FROM ticket_requests
  WHERE group_id = new.group_id AND status = 'pending');
  UPDATE payments SET settle_at = 0, version = version + 1
  WHERE new.status IN ('declined', 'cancelled', 'expired') AND status = 'captured' AND request_id IN (SELECT id FROM ticket_requests
  WHERE group_id = new.group_id AND status = 'accepted');
  UPDATE ticket_requests SET status = 'accepted'
  WHERE new.status = 'accepted' AND group_id = new.group_id AND status = 'pending' AND answer = 'accepted'
    AND NOT EXISTS (SELECT 1 FROM payments WHERE request_id = ticket_requests.id);
END;
--> statement-breakpoint
CREATE TRIGGER request_made AFTER INSERT ON ticket_requests
BEGIN
  SELECT RAISE(ABORT, 'seller_without_role: the seller has a role at this event') WHERE EXISTS (SELECT 1 FROM event_roles WHERE event_id = new.event_id AND user_id = new.seller_id);
  SELECT RAISE(ABORT, 'waitlist_offer_is_open: this request does not take the offer with its id') WHERE EXISTS (SELECT 1 FROM waitlist_offers o WHERE o.id = new.id
      AND (o.status <> 'open' OR new.status <> 'pending'
      OR o.listing_id <> new.listing_id OR o.event_id <> new.event_id OR o.quantity <> new.quantity));
  UPDATE listings SET
    quantity = quantity - new.quantity,
    held = held + new.quantity,
    status = CASE WHEN status <> 'active' THEN status
      WHEN quantity > new.quantity THEN 'active' ELSE 'reserved' END
  WHERE id = new.listing_id AND new.status = 'pending' AND
    NOT EXISTS (SELECT 1 FROM waitlist_offers WHERE id = new.id);
  UPDATE waitlist_offers SET status = 'taken', ended_at = new.created_at WHERE id = new.id;
  UPDATE waitlist SET missed = 0 WHERE id = (SELECT entry_id FROM waitlist_offers WHERE id = new.id);
  INSERT INTO event_demand (event_id, asked) SELECT new.event_id, 1
  WHERE new.status = 'pending' AND NOT EXISTS (SELECT 1 FROM ticket_requests earlier
    WHERE earlier.buyer_id = new.buyer_id AND earlier.event_id = new.event_id AND earlier.id <> new.id)
  ON CONFLICT (event_id) DO UPDATE SET asked = asked + 1;
END;
--> statement-breakpoint
CREATE TRIGGER request_moves BEFORE UPDATE OF status, listing_id, event_id, quantity, buyer_id, seller_id, offered_price_cents, group_id, group_seq ON ticket_requests
BEGIN
  SELECT RAISE(ABORT, 'request_terms_are_fixed: the terms of a request never change') WHERE (new.listing_id, new.event_id, new.quantity, new.buyer_id, new.seller_id, new.offered_price_cents, new.group_id, new.group_seq) IS NOT (old.listing_id, old.event_id, old.quantity, old.buyer_id, old.seller_id, old.offered_price_cents, old.group_id, old.group_seq);
  SELECT RAISE(IGNORE) WHERE old.group_id IS NOT NULL AND old.status <> new.status AND old.status || '>' || new.status NOT IN ('pending>accepted', 'pending>declined', 'pending>cancelled', 'pending>expired');
  SELECT RAISE(ABORT, 'request_end_is_final: an ended request keeps its status') WHERE old.status <> new.status AND old.status || '>' || new.status NOT IN ('pending>accepted', 'pending>declined', 'pending>cancelled', 'pending>expired');
  SELECT RAISE(ABORT, 'acceptance_needs_capture: this request is not paid') WHERE old.status = 'pending' AND new.status = 'accepted' AND EXISTS (SELECT 1 FROM payments WHERE request_id = new.id AND status <> 'captured');
  SELECT RAISE(ABORT, 'request_group_accepted_whole: another request of this group is not accepted') WHERE old.status = 'pending' AND new.status = 'accepted' AND new.group_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM payments WHERE request_id = new.id)
      AND EXISTS (SELECT 1 FROM ticket_requests
        WHERE group_id = new.group_id AND id <> new.id AND status <> 'accepted'
        AND NOT (status = 'pending' AND answer IS 'accepted'));
  UPDATE listing_tickets SET request_id = new.id WHERE old.status = 'pending' AND new.status = 'accepted' AND id IN (
    SELECT id FROM listing_tickets WHERE listing_id = new.listing_id AND request_id IS NULL AND freed_at IS NULL
    ORDER BY created_at, id LIMIT new.quantity);
END;
--> statement-breakpoint
CREATE TRIGGER request_moved AFTER UPDATE OF status, answer, expires_at ON ticket_requests
WHEN (new.status, new.answer, new.expires_at) IS NOT (old.status, old.answer, old.expires_at)
BEGIN
  UPDATE listings SET
    held = held - new.quantity,
    status = CASE WHEN status = 'reserved' AND held = new.quantity THEN 'sold' ELSE status END
  WHERE id = new.listing_id AND old.status = 'pending' AND new.status = 'accepted';
  UPDATE listings SET
    quantity = quantity + new.quantity,
    held = held - new.quantity,
    status = CASE WHEN status = 'reserved' THEN 'active' ELSE status END
  WHERE id = new.listing_id AND old.status = 'pending' AND new.status IN ('declined', 'cancelled', 'expired');
  UPDATE payments SET settle_at = iif(new.status = 'pending', new.expires_at, 0), version = version + 1
  WHERE request_id = new.id AND status IN ('awaiting', 'authorized');
END;
--> statement-breakpoint
CREATE TRIGGER request_deleted AFTER DELETE ON ticket_requests WHEN old.status = 'pending'
BEGIN
  UPDATE listings SET
    quantity = quantity + old.quantity,
    held = held - old.quantity,
    status = CASE WHEN status = 'reserved' THEN 'active' ELSE status END
  WHERE id = old.listing_id AND true;
END;
--> statement-breakpoint
INSERT INTO launch_switches (feature, is_on, updated_at) VALUES ('live', 0, 0), ('my-tickets', 0, 0), ('tickets', 0, 0), ('sell', 0, 0), ('venues', 0, 0), ('payments', 0, 0), ('handover', 0, 0), ('school', 0, 0), ('vouches', 0, 0), ('push', 0, 0);
--> statement-breakpoint
INSERT INTO schools (id, name, city, created_at) VALUES
('boston-university', 'Boston University', 'Boston', 0),
('northeastern', 'Northeastern University', 'Boston', 0),
('harvard', 'Harvard University', 'Cambridge', 0),
('mit', 'Massachusetts Institute of Technology', 'Cambridge', 0),
('boston-college', 'Boston College', 'Chestnut Hill', 0),
('tufts', 'Tufts University', 'Medford', 0),
('emerson', 'Emerson College', 'Boston', 0),
('suffolk', 'Suffolk University', 'Boston', 0),
('umass-boston', 'University of Massachusetts Boston', 'Boston', 0),
('wentworth', 'Wentworth Institute of Technology', 'Boston', 0),
('berklee', 'Berklee College of Music', 'Boston', 0),
('massart', 'Massachusetts College of Art and Design', 'Boston', 0),
('simmons', 'Simmons University', 'Boston', 0),
('emmanuel', 'Emmanuel College', 'Boston', 0),
('mcphs', 'Massachusetts College of Pharmacy and Health Sciences', 'Boston', 0),
('brandeis', 'Brandeis University', 'Waltham', 0),
('wellesley', 'Wellesley College', 'Wellesley', 0),
('babson', 'Babson College', 'Wellesley', 0),
('bentley', 'Bentley University', 'Waltham', 0),
('lesley', 'Lesley University', 'Cambridge', 0),
('nec', 'New England Conservatory', 'Boston', 0),
('olin', 'Olin College of Engineering', 'Needham', 0),
('lasell', 'Lasell University', 'Newton', 0),
('nyu', 'New York University', 'New York', 0),
('columbia', 'Columbia University', 'New York', 0),
('barnard', 'Barnard College', 'New York', 0),
('fordham', 'Fordham University', 'New York', 0),
('new-school', 'The New School', 'New York', 0),
('sva', 'School of Visual Arts', 'New York', 0),
('fit', 'Fashion Institute of Technology', 'New York', 0),
('pratt', 'Pratt Institute', 'New York', 0),
('cooper-union', 'The Cooper Union', 'New York', 0),
('juilliard', 'The Juilliard School', 'New York', 0),
('manhattan-music', 'Manhattan School of Music', 'New York', 0),
('pace', 'Pace University', 'New York', 0),
('st-johns', 'St. John''s University', 'New York', 0),
('yeshiva', 'Yeshiva University', 'New York', 0),
('liu', 'Long Island University', 'New York', 0),
('baruch', 'Baruch College', 'New York', 0),
('hunter', 'Hunter College', 'New York', 0),
('city-college', 'The City College of New York', 'New York', 0),
('brooklyn-college', 'Brooklyn College', 'New York', 0),
('queens-college', 'Queens College', 'New York', 0),
('john-jay', 'John Jay College of Criminal Justice', 'New York', 0),
('bmcc', 'Borough of Manhattan Community College', 'New York', 0),
('city-tech', 'New York City College of Technology', 'New York', 0);
--> statement-breakpoint
INSERT INTO school_domains (domain, school_id, kind, includes_subdomains, alias_of)
      VALUES
('bu.edu', 'boston-university', 'shared', 0, NULL),
('northeastern.edu', 'northeastern', 'shared', 0, NULL),
('neu.edu', 'northeastern', 'shared', 0, 'northeastern.edu'),
('husky.neu.edu', 'northeastern', 'student', 0, 'northeastern.edu'),
('harvard.edu', 'harvard', 'shared', 1, NULL),
('hbs.edu', 'harvard', 'shared', 1, NULL),
('college.harvard.edu', 'harvard', 'student', 0, NULL),
('g.harvard.edu', 'harvard', 'student', 0, NULL),
('post.harvard.edu', 'harvard', 'alumni', 0, NULL),
('mgh.harvard.edu', 'harvard', 'staff', 1, NULL),
('bidmc.harvard.edu', 'harvard', 'staff', 1, NULL),
('dfci.harvard.edu', 'harvard', 'staff', 1, NULL),
('mit.edu', 'mit', 'shared', 0, NULL),
('alum.mit.edu', 'mit', 'alumni', 0, NULL),
('ll.mit.edu', 'mit', 'staff', 0, NULL),
('bc.edu', 'boston-college', 'shared', 0, NULL),
('tufts.edu', 'tufts', 'shared', 0, NULL),
('emerson.edu', 'emerson', 'shared', 0, NULL),
('su.suffolk.edu', 'suffolk', 'student', 0, NULL),
('suffolk.edu', 'suffolk', 'staff', 0, NULL),
('umb.edu', 'umass-boston', 'shared', 0, NULL),
('wit.edu', 'wentworth', 'shared', 0, NULL),
('berklee.edu', 'berklee', 'shared', 0, NULL),
('massart.edu', 'massart', 'shared', 0, NULL),
('simmons.edu', 'simmons', 'shared', 0, NULL),
('emmanuel.edu', 'emmanuel', 'shared', 0, NULL),
('stu.mcphs.edu', 'mcphs', 'student', 0, NULL),
('mcphs.edu', 'mcphs', 'staff', 0, NULL),
('brandeis.edu', 'brandeis', 'shared', 0, NULL),
('wellesley.edu', 'wellesley', 'shared', 0, NULL),
('alum.wellesley.edu', 'wellesley', 'alumni', 0, NULL),
('babson.edu', 'babson', 'shared', 0, NULL),
('falcon.bentley.edu', 'bentley', 'student', 0, NULL),
('bentley.edu', 'bentley', 'staff', 0, NULL),
('lesley.edu', 'lesley', 'shared', 0, NULL),
('necmusic.edu', 'nec', 'shared', 0, NULL),
('olin.edu', 'olin', 'shared', 0, NULL),
('lasell.edu', 'lasell', 'shared', 0, NULL),
('nyu.edu', 'nyu', 'shared', 0, NULL),
('stern.nyu.edu', 'nyu', 'shared', 0, 'nyu.edu'),
('nyulangone.org', 'nyu', 'staff', 0, NULL),
('columbia.edu', 'columbia', 'shared', 0, NULL),
('cumc.columbia.edu', 'columbia', 'shared', 0, NULL),
('law.columbia.edu', 'columbia', 'shared', 0, NULL),
('tc.columbia.edu', 'columbia', 'shared', 0, NULL),
('gsb.columbia.edu', 'columbia', 'student', 0, NULL),
('caa.columbia.edu', 'columbia', 'alumni', 0, NULL),
('barnard.edu', 'barnard', 'shared', 0, NULL),
('fordham.edu', 'fordham', 'shared', 0, NULL),
('newschool.edu', 'new-school', 'shared', 0, NULL),
('sva.edu', 'sva', 'shared', 0, NULL),
('fitnyc.edu', 'fit', 'shared', 0, NULL),
('pratt.edu', 'pratt', 'shared', 0, NULL),
('cooper.edu', 'cooper-union', 'shared', 0, NULL),
('juilliard.edu', 'juilliard', 'shared', 0, NULL),
('msmnyc.edu', 'manhattan-music', 'shared', 0, NULL),
('pace.edu', 'pace', 'shared', 0, NULL),
('my.stjohns.edu', 'st-johns', 'student', 0, NULL),
('stjohns.edu', 'st-johns', 'staff', 0, NULL),
('mail.yu.edu', 'yeshiva', 'student', 0, NULL),
('yu.edu', 'yeshiva', 'staff', 0, NULL),
('my.liu.edu', 'liu', 'student', 0, NULL),
('liu.edu', 'liu', 'staff', 0, NULL),
('baruchmail.cuny.edu', 'baruch', 'student', 0, NULL),
('baruch.cuny.edu', 'baruch', 'staff', 0, NULL),
('myhunter.cuny.edu', 'hunter', 'student', 0, NULL),
('hunter.cuny.edu', 'hunter', 'staff', 0, NULL),
('citymail.cuny.edu', 'city-college', 'student', 0, NULL),
('ccny.cuny.edu', 'city-college', 'staff', 0, NULL),
('bcmail.cuny.edu', 'brooklyn-college', 'student', 0, NULL),
('brooklyn.cuny.edu', 'brooklyn-college', 'staff', 0, NULL),
('qmail.cuny.edu', 'queens-college', 'student', 0, NULL),
('qc.cuny.edu', 'queens-college', 'staff', 0, NULL),
('jjay.cuny.edu', 'john-jay', 'shared', 0, NULL),
('stu.bmcc.cuny.edu', 'bmcc', 'student', 0, NULL),
('bmcc.cuny.edu', 'bmcc', 'staff', 0, NULL),
('mail.citytech.cuny.edu', 'city-tech', 'student', 0, NULL),
('citytech.cuny.edu', 'city-tech', 'staff', 0, NULL);
