-- events.listing_count is the number of active listings of the event, so that a page never counts rows.
CREATE TRIGGER listing_count_insert AFTER INSERT ON listings WHEN new.status = 'active'
BEGIN
	UPDATE events SET listing_count = listing_count + 1 WHERE id = new.event_id;
END;

CREATE TRIGGER listing_count_update AFTER UPDATE OF status ON listings WHEN (old.status = 'active') <> (new.status = 'active')
BEGIN
	UPDATE events SET listing_count = listing_count + iif(new.status = 'active', 1, -1) WHERE id = new.event_id;
END;

CREATE TRIGGER listing_count_delete AFTER DELETE ON listings WHEN old.status = 'active'
BEGIN
	UPDATE events SET listing_count = listing_count - 1 WHERE id = old.event_id;
END;
