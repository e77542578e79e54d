-- A listing's stock follows its requests inside the same statement, whoever writes it, so that no order of writes promises a ticket
-- twice: a pending request holds its tickets, an accepted one has sold them, any other has given them back. The check on `quantity`
-- refuses what is not there.
CREATE TRIGGER ticket_requests_hold AFTER INSERT ON ticket_requests WHEN new.status = 'pending'
BEGIN
	UPDATE listings SET
		quantity = quantity - new.quantity,
		held = held + new.quantity,
		status = CASE WHEN status <> 'active' THEN status WHEN quantity > new.quantity THEN 'active' ELSE 'reserved' END
	WHERE id = new.listing_id;
END;
--> statement-breakpoint
CREATE TRIGGER ticket_requests_settle AFTER UPDATE OF status ON ticket_requests WHEN old.status = 'pending' AND new.status = 'accepted'
BEGIN
	UPDATE listings SET
		held = held - new.quantity,
		status = CASE WHEN status = 'reserved' AND held = new.quantity THEN 'sold' ELSE status END
	WHERE id = new.listing_id;
END;
--> statement-breakpoint
CREATE TRIGGER ticket_requests_release AFTER UPDATE OF status ON ticket_requests
WHEN old.status = 'pending' AND new.status IN ('declined', 'cancelled', 'expired')
BEGIN
	UPDATE listings SET
		quantity = quantity + new.quantity,
		held = held - new.quantity,
		status = CASE WHEN status = 'reserved' THEN 'active' ELSE status END
	WHERE id = new.listing_id;
END;
--> statement-breakpoint
CREATE TRIGGER ticket_requests_unmake AFTER DELETE ON ticket_requests WHEN old.status = 'pending'
BEGIN
	UPDATE listings SET
		quantity = quantity + old.quantity,
		held = held - old.quantity,
		status = CASE WHEN status = 'reserved' THEN 'active' ELSE status END
	WHERE id = old.listing_id;
END;
--> statement-breakpoint
-- What has ended stays as it ended, and what was asked for stays as it was asked: stock is moved once.
CREATE TRIGGER ticket_requests_moves BEFORE UPDATE OF status ON ticket_requests WHEN old.status <> 'pending' AND new.status <> old.status
BEGIN
	SELECT RAISE(ABORT, 'ticket_requests: what has ended stays as it ended');
END;
--> statement-breakpoint
CREATE TRIGGER ticket_requests_keep BEFORE UPDATE OF listing_id, event_id, quantity, buyer_id, seller_id, offered_price_cents ON ticket_requests
BEGIN
	SELECT RAISE(ABORT, 'ticket_requests: what was asked for stays as it was asked');
END;
