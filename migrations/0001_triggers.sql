-- The audit log only grows: each entry follows the last one, and no entry is changed or deleted.
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
-- A change of an event's time, venue, publication or cancellation is recorded with what people know of the event, so that no writer
-- can make it in silence. The same goes for the events of a venue, unless they started more than a day ago. Changes within two minutes
-- of each other become one mail, at most ten minutes after the first.
CREATE TRIGGER event_change_event AFTER UPDATE OF start_at, venue_id, is_published, publish_at, cancelled_at ON events
WHEN old.start_at <> new.start_at OR old.venue_id <> new.venue_id OR old.is_published <> new.is_published
	OR old.publish_at IS NOT new.publish_at OR (old.cancelled_at IS NULL) <> (new.cancelled_at IS NULL)
BEGIN
	INSERT INTO event_changes (event_id, told, first_at, due_at)
	SELECT new.id, json_object(
			'is_published', json(iif(old.is_published AND coalesce(old.publish_at, 0) <= t.now, 'true', 'false')),
			'is_cancelled', json(iif(old.cancelled_at IS NULL, 'false', 'true')),
			'start_at', old.start_at,
			'venue', json_object('name', v.name, 'name_key', v.name_key, 'address', v.address, 'city', v.city, 'city_key', v.city_key)), t.now, t.now + 120000
	FROM venues v, (SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS now) t WHERE v.id = old.venue_id
	ON CONFLICT (event_id) DO UPDATE SET
		first_at = iif(due_at IS NULL, excluded.first_at, first_at),
		due_at = iif(due_at IS NULL, excluded.due_at, min(excluded.due_at, first_at + 600000));
END;
--> statement-breakpoint
CREATE TRIGGER event_change_venue AFTER UPDATE OF name, address, city ON venues
WHEN old.name <> new.name OR old.address IS NOT new.address OR old.city <> new.city
BEGIN
	INSERT INTO event_changes (event_id, told, first_at, due_at)
	SELECT e.id, json_object(
			'is_published', json(iif(e.is_published AND coalesce(e.publish_at, 0) <= t.now, 'true', 'false')),
			'is_cancelled', json(iif(e.cancelled_at IS NULL, 'false', 'true')),
			'start_at', e.start_at,
			'venue', json_object('name', old.name, 'name_key', old.name_key, 'address', old.address, 'city', old.city, 'city_key', old.city_key)), t.now, t.now + 120000
	FROM events e, (SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS now) t WHERE e.venue_id = new.id AND e.start_at > t.now - 86400000
	ON CONFLICT (event_id) DO UPDATE SET
		first_at = iif(due_at IS NULL, excluded.first_at, first_at),
		due_at = iif(due_at IS NULL, excluded.due_at, min(excluded.due_at, first_at + 600000));
END;
--> statement-breakpoint
-- events.listing_count is the number of active listings of the event, so that a page never counts rows.
CREATE TRIGGER listing_count_insert AFTER INSERT ON listings WHEN new.status = 'active'
BEGIN
	UPDATE events SET listing_count = listing_count + 1 WHERE id = new.event_id;
END;
--> statement-breakpoint
CREATE TRIGGER listing_count_update AFTER UPDATE OF status ON listings WHEN (old.status = 'active') <> (new.status = 'active')
BEGIN
	UPDATE events SET listing_count = listing_count + iif(new.status = 'active', 1, -1) WHERE id = new.event_id;
END;
--> statement-breakpoint
CREATE TRIGGER listing_count_delete AFTER DELETE ON listings WHEN old.status = 'active'
BEGIN
	UPDATE events SET listing_count = listing_count - 1 WHERE id = old.event_id;
END;
--> statement-breakpoint
-- Recovery codes stand in for a second factor, so they end with the last verified factor of their user.
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
-- An ended request keeps its status, so the stock of its listing moves once.
CREATE TRIGGER request_end_is_final BEFORE UPDATE OF status ON ticket_requests WHEN old.status <> 'pending' AND new.status <> old.status
BEGIN
	SELECT RAISE(ABORT, 'request_end_is_final: an ended request keeps its status');
END;
--> statement-breakpoint
-- The listing, the people, the quantity and the price of a request never change, so the tickets returned are the tickets held.
CREATE TRIGGER request_terms_are_fixed
BEFORE UPDATE OF listing_id, event_id, quantity, buyer_id, seller_id, offered_price_cents ON ticket_requests
BEGIN
	SELECT RAISE(ABORT, 'request_terms_are_fixed: the terms of a request never change');
END;
--> statement-breakpoint
-- The stock of a listing follows its requests inside the same statement, so no order of writes promises a ticket twice.
-- A pending request holds its tickets, an accepted request has sold them, and any other ended request has returned them.
-- The check on listings.quantity refuses a request for more tickets than are left.
CREATE TRIGGER ticket_stock_hold AFTER INSERT ON ticket_requests WHEN new.status = 'pending'
BEGIN
	UPDATE listings SET
		quantity = quantity - new.quantity,
		held = held + new.quantity,
		status = CASE WHEN status <> 'active' THEN status WHEN quantity > new.quantity THEN 'active' ELSE 'reserved' END
	WHERE id = new.listing_id;
END;
--> statement-breakpoint
CREATE TRIGGER ticket_stock_sell AFTER UPDATE OF status ON ticket_requests WHEN old.status = 'pending' AND new.status = 'accepted'
BEGIN
	UPDATE listings SET
		held = held - new.quantity,
		status = CASE WHEN status = 'reserved' AND held = new.quantity THEN 'sold' ELSE status END
	WHERE id = new.listing_id;
END;
--> statement-breakpoint
CREATE TRIGGER ticket_stock_return AFTER UPDATE OF status ON ticket_requests
WHEN old.status = 'pending' AND new.status IN ('declined', 'cancelled', 'expired')
BEGIN
	UPDATE listings SET
		quantity = quantity + new.quantity,
		held = held - new.quantity,
		status = CASE WHEN status = 'reserved' THEN 'active' ELSE status END
	WHERE id = new.listing_id;
END;
--> statement-breakpoint
CREATE TRIGGER ticket_stock_delete AFTER DELETE ON ticket_requests WHEN old.status = 'pending'
BEGIN
	UPDATE listings SET
		quantity = quantity + old.quantity,
		held = held - old.quantity,
		status = CASE WHEN status = 'reserved' THEN 'active' ELSE status END
	WHERE id = old.listing_id;
END;
--> statement-breakpoint
INSERT INTO launch_switches (feature, is_on, updated_at) VALUES ('live', 0, 0), ('my-tickets', 0, 0), ('tickets', 0, 0), ('sell', 0, 0), ('venues', 0, 0);
