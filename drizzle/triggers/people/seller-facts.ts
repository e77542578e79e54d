import { UNDO_MS } from '../../../worker/contract/staff/undo.ts';
import { DAY, HOUR, MINUTE } from '../../../worker/contract/time/durations.ts';
import { changes, sql } from '../sql.ts';

export const sellerFacts = [
  // All sales except those between accounts that share a mark, such as a card. A sale between accounts that share only
  // a browser is included.
  sql`
    CREATE VIEW measured_sales AS
    SELECT r.id AS request_id, r.seller_id, r.event_id, h.status
    FROM handovers h JOIN ticket_requests r ON r.id = h.request_id
    WHERE NOT EXISTS (SELECT 1 FROM shared_marks theirs JOIN shared_marks other ON other.mark_hash = theirs.mark_hash
      AND other.kind = theirs.kind
      WHERE theirs.user_id = r.seller_id AND theirs.kind <> 'device' AND other.user_id = r.buyer_id)`,
  // Counts received hand-overs. Stores a visit if the buyer or the door confirmed the hand-over.
  sql`
    CREATE TRIGGER handover_measured AFTER UPDATE OF status ON handovers
    WHEN new.status = 'received' AND ${changes('status')}
    BEGIN
      INSERT INTO seller_facts (user_id, received, events)
      SELECT sale.seller_id, 1, NOT EXISTS (SELECT 1 FROM ticket_requests earlier
        JOIN measured_sales done ON done.request_id = earlier.id
        WHERE earlier.seller_id = sale.seller_id AND earlier.event_id = sale.event_id AND earlier.id <> new.request_id
          AND done.status = 'received')
      FROM measured_sales sale WHERE sale.request_id = new.request_id
      ON CONFLICT (user_id) DO UPDATE SET received = received + 1, events = events + excluded.events;
      INSERT INTO handover_days (day, received)
      SELECT new.ended_at / ${DAY}, 1 FROM measured_sales WHERE request_id = new.request_id
      ON CONFLICT (day) DO UPDATE SET received = received + 1;
      INSERT INTO visits (user_id, event_id, seller_id, request_id, created_at)
      SELECT buyer_id, event_id, seller_id, id, new.ended_at FROM ticket_requests
      WHERE id = new.request_id AND new.ended_by IN ('scan', 'buyer')
      ON CONFLICT DO NOTHING;
    END`,
  sql`
    CREATE TRIGGER failure_measured AFTER INSERT ON seller_failures
    BEGIN
      INSERT INTO seller_facts (user_id, failed)
      SELECT seller_id, 1 FROM measured_sales WHERE request_id = new.request_id
      ON CONFLICT (user_id) DO UPDATE SET failed = failed + 1;
      INSERT INTO handover_days (day, failed)
      SELECT new.created_at / ${DAY}, 1 FROM measured_sales WHERE request_id = new.request_id
      ON CONFLICT (day) DO UPDATE SET failed = failed + 1;
    END`,
  // Counts how fast sellers answer ticket requests. The time begins with the mail to the seller, or with the ticket
  // request if it has no payment. It ends with the seller's tap. An expired ticket request counts as unanswered only if
  // the seller was asked.
  sql`
    CREATE TRIGGER answer_measured AFTER UPDATE OF status ON ticket_requests
      WHEN old.status = 'pending' AND ${changes('status')}
    BEGIN
      INSERT INTO seller_facts (user_id, answers_5min, answers_1h, answers_4h, answers_longer)
      SELECT new.seller_id, took <= ${5 * MINUTE}, took > ${5 * MINUTE} AND took <= ${HOUR}, took > ${HOUR}
        AND took <= ${4 * HOUR},
        took > ${4 * HOUR}
      FROM (SELECT new.expires_at - ${UNDO_MS}
        - coalesce((SELECT seller_asked_at FROM payments WHERE request_id = new.id), new.created_at) AS took)
      WHERE new.status = new.answer AND NOT EXISTS (SELECT 1 FROM payments
        WHERE request_id = new.id AND sold_at_once = 1)
      ON CONFLICT (user_id) DO UPDATE SET
        answers_5min = answers_5min + excluded.answers_5min,
        answers_1h = answers_1h + excluded.answers_1h,
        answers_4h = answers_4h + excluded.answers_4h,
        answers_longer = answers_longer + excluded.answers_longer;
      INSERT INTO seller_facts (user_id, unanswered) SELECT new.seller_id, 1
      WHERE new.status = 'expired' AND new.answer IS NULL
        AND NOT EXISTS (SELECT 1 FROM payments WHERE request_id = new.id AND seller_asked_at IS NULL)
      ON CONFLICT (user_id) DO UPDATE SET unanswered = unanswered + 1;
    END`,
];
