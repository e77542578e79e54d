-- The audit log only grows: an entry follows the last one and is never changed or taken out.
CREATE TRIGGER audit_log_follows BEFORE INSERT ON audit_log
WHEN new.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM audit_log)
	OR new.prev_hash IS NOT coalesce((SELECT hash FROM audit_log ORDER BY seq DESC LIMIT 1), 'genesis')
BEGIN
	SELECT RAISE(ABORT, 'audit_log: an entry follows the last one');
END;
--> statement-breakpoint
CREATE TRIGGER audit_log_keeps BEFORE UPDATE ON audit_log
BEGIN
	SELECT RAISE(ABORT, 'audit_log: an entry is never changed');
END;
--> statement-breakpoint
CREATE TRIGGER audit_log_stays BEFORE DELETE ON audit_log
BEGIN
	SELECT RAISE(ABORT, 'audit_log: an entry is never taken out');
END;
--> statement-breakpoint
-- One switch a placeholder feature, off until an admin sets it.
INSERT INTO launch_switches (feature, is_on, updated_at) VALUES ('live', 0, 0), ('my-tickets', 0, 0), ('tickets', 0, 0), ('sell', 0, 0);
