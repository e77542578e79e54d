-- replaces trigger handover_measured
-- replaces trigger failure_measured
DROP TRIGGER "handover_measured";
--> statement-breakpoint
DROP TRIGGER "failure_measured";
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
