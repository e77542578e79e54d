-- Who may no longer sell has nothing on sale: an approval is an address's, so an account that loses its own, or goes, takes its offers along.
CREATE TRIGGER auth_users_moved AFTER UPDATE OF email ON auth_users
WHEN lower(old.email) IS NOT lower(new.email) AND NOT EXISTS (
	SELECT 1 FROM reseller_applications
	WHERE email_key = lower(new.email) AND status IN ('pending', 'needs_info', 'approved') AND status = 'approved'
)
BEGIN
	UPDATE ticket_requests SET status = 'declined' WHERE seller_id = new.id AND status = 'pending';
	UPDATE listings SET status = 'withdrawn' WHERE seller_id = new.id AND status IN ('draft', 'pending_review', 'active');
END;
--> statement-breakpoint
CREATE TRIGGER auth_users_gone AFTER DELETE ON auth_users
BEGIN
	UPDATE ticket_requests SET status = 'declined' WHERE seller_id = old.id AND status = 'pending';
	UPDATE listings SET status = 'withdrawn' WHERE seller_id = old.id AND status IN ('draft', 'pending_review', 'active');
END;
