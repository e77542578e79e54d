-- The edits of an event are guarded from the moment at which a card is authorised for its tickets, until no such payment is left.
CREATE TRIGGER event_has_sales AFTER UPDATE OF status ON payments WHEN new.status = 'authorized' AND old.status <> 'authorized'
BEGIN
	UPDATE events SET has_sales = 1 WHERE id = (SELECT event_id FROM ticket_requests WHERE id = new.request_id) AND has_sales = 0;
END;

CREATE TRIGGER event_has_new_sales AFTER INSERT ON payments WHEN new.status IN ('authorized', 'captured')
BEGIN
	UPDATE events SET has_sales = 1 WHERE id = (SELECT event_id FROM ticket_requests WHERE id = new.request_id) AND has_sales = 0;
END;

CREATE TRIGGER event_has_no_sales AFTER UPDATE OF status ON payments WHEN new.status = 'voided' AND old.status <> 'voided'
BEGIN
	UPDATE events SET has_sales = 0 WHERE id = (SELECT event_id FROM ticket_requests WHERE id = new.request_id) AND has_sales = 1
		AND NOT EXISTS (SELECT 1 FROM ticket_requests other JOIN payments paid ON paid.request_id = other.id
			WHERE other.event_id = events.id AND paid.status IN ('authorized', 'captured'));
END;
