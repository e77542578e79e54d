-- An ended request keeps its status, so the stock of its listing moves once.
CREATE TRIGGER request_end_is_final BEFORE UPDATE OF status ON ticket_requests WHEN old.status <> 'pending' AND new.status <> old.status
BEGIN
	SELECT RAISE(ABORT, 'request_end_is_final: an ended request keeps its status');
END;
