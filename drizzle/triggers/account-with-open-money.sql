-- An account stays while money waits for it, or while tickets that it has paid for are not handed over.
CREATE TRIGGER account_with_open_money_deleted BEFORE DELETE ON auth_users
WHEN EXISTS (SELECT 1 FROM payouts WHERE seller_id = old.id AND status IN ('due', 'frozen'))
	OR EXISTS (SELECT 1 FROM ticket_requests request JOIN handovers handover ON handover.request_id = request.id
		WHERE request.buyer_id = old.id AND handover.ended_at IS NULL)
BEGIN
	SELECT RAISE(ABORT, 'account_with_open_money: the money of this account is not settled');
END;

CREATE TRIGGER account_with_open_money_emptied BEFORE UPDATE OF deleted_at ON auth_users
WHEN new.deleted_at IS NOT NULL AND old.deleted_at IS NULL
	AND (EXISTS (SELECT 1 FROM payouts WHERE seller_id = old.id AND status IN ('due', 'frozen'))
		OR EXISTS (SELECT 1 FROM ticket_requests request JOIN handovers handover ON handover.request_id = request.id
			WHERE request.buyer_id = old.id AND handover.ended_at IS NULL))
BEGIN
	SELECT RAISE(ABORT, 'account_with_open_money: the money of this account is not settled');
END;
