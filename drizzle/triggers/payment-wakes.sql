-- A payment is looked at again when its request or its event changes, whoever changed it. The cron finds it by `settle_at`, so nothing is
-- lost if the process that made the change ends before it looks itself.
CREATE TRIGGER payment_wakes_with_request AFTER UPDATE OF status, answer, expires_at ON ticket_requests
WHEN (new.status, new.answer, new.expires_at) IS NOT (old.status, old.answer, old.expires_at)
BEGIN
	UPDATE payments SET settle_at = iif(new.status = 'pending', new.expires_at, 0), version = version + 1
	WHERE request_id = new.id AND status IN ('awaiting', 'authorized');
END;

CREATE TRIGGER payment_wakes_with_event AFTER UPDATE OF start_at, end_at, cancelled_at ON events
WHEN (new.start_at, new.end_at, new.cancelled_at) IS NOT (old.start_at, old.end_at, old.cancelled_at)
BEGIN
	UPDATE payments SET settle_at = 0, version = version + 1
	WHERE status IN ('awaiting', 'authorized', 'captured') AND request_id IN (SELECT id FROM ticket_requests WHERE event_id = new.id);
END;

CREATE TRIGGER payment_wakes_with_handover AFTER UPDATE OF status ON handovers WHEN old.status <> new.status
BEGIN
	UPDATE payments SET settle_at = 0, version = version + 1 WHERE request_id = new.request_id;
END;

CREATE TRIGGER payment_wakes_with_payout AFTER UPDATE OF status, send_at ON payouts
WHEN (new.status, new.send_at) IS NOT (old.status, old.send_at)
BEGIN
	UPDATE payments SET settle_at = 0, version = version + 1 WHERE request_id = new.request_id;
END;

CREATE TRIGGER payment_wakes_with_refund AFTER INSERT ON refunds
BEGIN
	UPDATE payments SET settle_at = 0, version = version + 1 WHERE request_id = new.request_id;
END;

CREATE TRIGGER payment_wakes_with_refund_move AFTER UPDATE OF status ON refunds WHEN old.status <> new.status
BEGIN
	UPDATE payments SET settle_at = 0, version = version + 1 WHERE request_id = new.request_id;
END;

CREATE TRIGGER payment_wakes_with_problem AFTER INSERT ON problems
BEGIN
	UPDATE payments SET settle_at = 0, version = version + 1 WHERE request_id = new.request_id;
END;

CREATE TRIGGER payment_wakes_with_problem_move AFTER UPDATE OF status, decide_by, ruled_by ON problems
WHEN (new.status, new.decide_by, new.ruled_by) IS NOT (old.status, old.decide_by, old.ruled_by)
BEGIN
	UPDATE payments SET settle_at = 0, version = version + 1 WHERE request_id = new.request_id;
END;
