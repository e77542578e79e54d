-- replaces trigger scan_made
-- replaces trigger scan_undone
-- removes trigger recovery_codes_need_a_factor
-- removes trigger school_badge_taken
-- replaces trigger handover_measured
-- replaces trigger failure_measured
-- removes trigger request_deleted
-- removes trigger squad_card_is_kept
-- removes trigger kept_card_is_kept
DROP TRIGGER "scan_made";
--> statement-breakpoint
DROP TRIGGER "scan_undone";
--> statement-breakpoint
DROP TRIGGER "recovery_codes_need_a_factor";
--> statement-breakpoint
DROP TRIGGER "school_badge_taken";
--> statement-breakpoint
DROP TRIGGER "handover_measured";
--> statement-breakpoint
DROP TRIGGER "failure_measured";
--> statement-breakpoint
DROP TRIGGER "request_deleted";
--> statement-breakpoint
DROP TRIGGER "squad_card_is_kept";
--> statement-breakpoint
DROP TRIGGER "kept_card_is_kept";
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
--> statement-breakpoint
CREATE TRIGGER handover_measured AFTER UPDATE OF status ON handovers
WHEN new.status = 'received' AND (new.status) IS NOT (old.status)
BEGIN
  INSERT INTO seller_facts (user_id, received, events)
  SELECT sale.seller_id, 1, NOT EXISTS (SELECT 1 FROM ticket_requests earlier
    JOIN measured_sales done ON done.request_id = earlier.id
    WHERE earlier.seller_id = sale.seller_id AND earlier.event_id = sale.event_id AND earlier.id <> new.request_id
      AND done.status = 'received')
  FROM measured_sales sale WHERE sale.request_id = new.request_id
  ON CONFLICT (user_id) DO UPDATE SET received = received + 1, events = events + excluded.events;
  INSERT INTO handover_days (day, received)
  SELECT new.ended_at / 86400000, 1 FROM measured_sales WHERE request_id = new.request_id
  ON CONFLICT (day) DO UPDATE SET received = received + 1;
  INSERT INTO visits (user_id, event_id, seller_id, request_id, created_at)
  SELECT buyer_id, event_id, seller_id, id, new.ended_at FROM ticket_requests
  WHERE id = new.request_id AND new.ended_by IN ('scan', 'buyer')
  ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER failure_measured AFTER INSERT ON seller_failures
BEGIN
  INSERT INTO seller_facts (user_id, failed)
  SELECT seller_id, 1 FROM measured_sales WHERE request_id = new.request_id
  ON CONFLICT (user_id) DO UPDATE SET failed = failed + 1;
  INSERT INTO handover_days (day, failed)
  SELECT new.created_at / 86400000, 1 FROM measured_sales WHERE request_id = new.request_id
  ON CONFLICT (day) DO UPDATE SET failed = failed + 1;
END;
