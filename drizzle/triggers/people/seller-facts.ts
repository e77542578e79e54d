import { UNDO_MS } from '../../../worker/contract/staff/undo.ts';
import { DAY, HOUR, MINUTE } from '../../../worker/contract/time/durations.ts';
import { sql } from '../sql.ts';

/**
 * The hand-overs that count for a seller. Between two accounts with a card, inbox or phone in common nothing was sold.
 */
export const sellerFacts = [
  sql`
    CREATE VIEW measured_sales AS
    SELECT r.id AS request_id, r.seller_id, r.event_id, h.status
    FROM handovers h JOIN ticket_requests r ON r.id = h.request_id
    WHERE NOT EXISTS (SELECT 1 FROM shared_marks theirs JOIN shared_marks other ON other.mark_hash = theirs.mark_hash AND other.kind = theirs.kind
      WHERE theirs.user_id = r.seller_id AND theirs.kind <> 'device' AND other.user_id = r.buyer_id)`,
  sql`
    CREATE TRIGGER seller_fact_received AFTER UPDATE OF status ON handovers WHEN new.status = 'received' AND old.status <> 'received'
    BEGIN
      INSERT INTO seller_facts (user_id, received, events)
      SELECT sale.seller_id, 1, NOT EXISTS (SELECT 1 FROM ticket_requests earlier JOIN measured_sales done ON done.request_id = earlier.id
        WHERE earlier.seller_id = sale.seller_id AND earlier.event_id = sale.event_id AND earlier.id <> new.request_id AND done.status = 'received')
      FROM measured_sales sale WHERE sale.request_id = new.request_id
      ON CONFLICT (user_id) DO UPDATE SET received = received + 1, events = events + excluded.events;

      INSERT INTO handover_days (day, received)
      SELECT new.ended_at / ${DAY}, 1 FROM measured_sales WHERE request_id = new.request_id
      ON CONFLICT (day) DO UPDATE SET received = received + 1;
    END`,
  // Tickets that were not sent in time. A failure that somebody decided is counted by its row in seller_failures.
  sql`
    CREATE TRIGGER seller_fact_not_sent AFTER UPDATE OF status ON handovers
    WHEN new.status = 'failed' AND old.status <> 'failed' AND new.ended_by = 'time' AND new.problem IS NULL
    BEGIN
      INSERT INTO seller_facts (user_id, failed) SELECT seller_id, 1 FROM measured_sales WHERE request_id = new.request_id
      ON CONFLICT (user_id) DO UPDATE SET failed = failed + 1;

      INSERT INTO handover_days (day, failed)
      SELECT new.ended_at / ${DAY}, 1 FROM measured_sales WHERE request_id = new.request_id
      ON CONFLICT (day) DO UPDATE SET failed = failed + 1;
    END`,
  sql`
    CREATE TRIGGER seller_fact_failed AFTER INSERT ON seller_failures
    WHEN NOT EXISTS (SELECT 1 FROM handovers WHERE request_id = new.request_id AND ended_by = 'time' AND problem IS NULL)
    BEGIN
      INSERT INTO seller_facts (user_id, failed) SELECT seller_id, 1 FROM measured_sales WHERE request_id = new.request_id
      ON CONFLICT (user_id) DO UPDATE SET failed = failed + 1;

      INSERT INTO handover_days (day, failed)
      SELECT new.created_at / ${DAY}, 1 FROM measured_sales WHERE request_id = new.request_id
      ON CONFLICT (day) DO UPDATE SET failed = failed + 1;
    END`,
  // An answer takes from the mail to the seller, or from the request if nothing is paid here, to the seller's tap
  // ten seconds before the request ends. Tickets that are sold at once need no answer. A request ends without an
  // answer if nobody asked the seller, or the sale was ended.
  sql`
    CREATE TRIGGER seller_fact_answered AFTER UPDATE OF status ON ticket_requests
    WHEN old.status = 'pending' AND new.status = new.answer
      AND NOT EXISTS (SELECT 1 FROM payments WHERE request_id = new.id AND sold_at_once = 1)
    BEGIN
      INSERT INTO seller_facts (user_id, answers_5min, answers_1h, answers_4h, answers_longer)
      SELECT new.seller_id, took <= ${5 * MINUTE}, took > ${5 * MINUTE} AND took <= ${HOUR}, took > ${HOUR} AND took <= ${4 * HOUR}, took > ${4 * HOUR}
      FROM (SELECT new.expires_at - ${UNDO_MS}
        - coalesce((SELECT seller_asked_at FROM payments WHERE request_id = new.id), new.created_at) AS took) WHERE true
      ON CONFLICT (user_id) DO UPDATE SET
        answers_5min = answers_5min + excluded.answers_5min,
        answers_1h = answers_1h + excluded.answers_1h,
        answers_4h = answers_4h + excluded.answers_4h,
        answers_longer = answers_longer + excluded.answers_longer;
    END`,
  sql`
    CREATE TRIGGER seller_fact_unanswered AFTER UPDATE OF status ON ticket_requests
    WHEN old.status = 'pending' AND new.status = 'expired' AND new.answer IS NULL
      AND NOT EXISTS (SELECT 1 FROM payments WHERE request_id = new.id AND seller_asked_at IS NULL)
    BEGIN
      INSERT INTO seller_facts (user_id, unanswered) VALUES (new.seller_id, 1)
      ON CONFLICT (user_id) DO UPDATE SET unanswered = unanswered + 1;
    END`,
  // Each person who asks for tickets of an event counts once, and each ticket that was offered.
  sql`
    CREATE TRIGGER event_demand_asked AFTER INSERT ON ticket_requests
    WHEN new.status = 'pending' AND NOT EXISTS (SELECT 1 FROM ticket_requests earlier
      WHERE earlier.buyer_id = new.buyer_id AND earlier.event_id = new.event_id AND earlier.id <> new.id)
    BEGIN
      INSERT INTO event_demand (event_id, asked) VALUES (new.event_id, 1) ON CONFLICT (event_id) DO UPDATE SET asked = asked + 1;
    END`,
  sql`
    CREATE TRIGGER event_demand_offered AFTER INSERT ON listings WHEN new.status = 'active'
    BEGIN
      INSERT INTO event_demand (event_id, offered) VALUES (new.event_id, new.quantity)
      ON CONFLICT (event_id) DO UPDATE SET offered = offered + new.quantity;
    END`,
];
