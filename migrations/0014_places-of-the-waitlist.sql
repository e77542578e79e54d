-- replaces trigger scan_made
-- replaces trigger scan_undone
DROP TRIGGER "scan_made";
--> statement-breakpoint
DROP TRIGGER "scan_undone";
--> statement-breakpoint
CREATE TRIGGER scan_made AFTER INSERT ON scans
BEGIN
  UPDATE scans SET seat = NULL WHERE event_id = new.event_id AND place = new.place AND seat IS NOT NULL;
  UPDATE scans SET seat = (
    SELECT count(*) FROM scans AS other WHERE other.event_id = scans.event_id AND other.place = scans.place
      AND other.undone_at IS NULL AND (other.at, other.nonce) <= (scans.at, scans.nonce))
  WHERE nonce IN (
    SELECT nonce FROM scans WHERE event_id = new.event_id AND place = new.place AND undone_at IS NULL
    ORDER BY at, nonce
    LIMIT coalesce((SELECT places FROM event_guests WHERE 'guest:' || id = new.place),
      (SELECT places FROM waitlist WHERE id = substr(new.place, 10)
        AND new.place LIKE 'waitlist:%'),
      iif(new.place LIKE 'guest:%', 20, 1)));
END;
--> statement-breakpoint
CREATE TRIGGER scan_undone AFTER UPDATE OF nonce, event_id, place, request_id, position, way, at, door, staff_id, undone_at ON scans
BEGIN
  SELECT RAISE(ABORT, 'scans_stay: a scan cannot change') WHERE (new.nonce, new.event_id, new.place, new.request_id, new.position, new.way, new.at, new.door, new.staff_id) IS NOT (old.nonce, old.event_id, old.place, old.request_id, old.position, old.way, old.at, old.door, old.staff_id) OR old.undone_at IS NOT NULL
    AND (new.undone_at) IS NOT (old.undone_at);
  UPDATE scans SET seat = NULL WHERE event_id = new.event_id AND place = new.place AND seat IS NOT NULL;
  UPDATE scans SET seat = (
    SELECT count(*) FROM scans AS other WHERE other.event_id = scans.event_id AND other.place = scans.place
      AND other.undone_at IS NULL AND (other.at, other.nonce) <= (scans.at, scans.nonce))
  WHERE nonce IN (
    SELECT nonce FROM scans WHERE event_id = new.event_id AND place = new.place AND undone_at IS NULL
    ORDER BY at, nonce
    LIMIT coalesce((SELECT places FROM event_guests WHERE 'guest:' || id = new.place),
      (SELECT places FROM waitlist WHERE id = substr(new.place, 10)
        AND new.place LIKE 'waitlist:%'),
      iif(new.place LIKE 'guest:%', 20, 1)));
END;
