-- An account that loses its approved address, or is deleted, has nothing on sale.
CREATE TRIGGER account_off_sale_address AFTER UPDATE OF email ON auth_users
WHEN lower(old.email) IS NOT lower(new.email) AND NOT EXISTS (
	SELECT 1 FROM reseller_applications
	WHERE email_key = lower(new.email) AND status IN ('pending', 'needs_info', 'approved') AND status = 'approved'
)
BEGIN
	UPDATE ticket_requests SET status = 'declined' WHERE seller_id = new.id AND status = 'pending';
	UPDATE listings SET status = 'withdrawn' WHERE seller_id = new.id AND status IN ('draft', 'pending_review', 'active');
END;

CREATE TRIGGER account_off_sale_delete AFTER DELETE ON auth_users
BEGIN
	UPDATE ticket_requests SET status = 'declined' WHERE seller_id = old.id AND status = 'pending';
	UPDATE listings SET status = 'withdrawn' WHERE seller_id = old.id AND status IN ('draft', 'pending_review', 'active');
END;
