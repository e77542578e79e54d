import { VOUCH_LIMITS } from '../../../worker/contract/people/vouches.ts';
import { sql } from '../sql.ts';

/**
 * A person who received tickets visits that event. Only the buyer or the door says so: a hand-over that time or staff
 * ended proves nothing.
 */
export const vouches = [
  sql`
    CREATE TRIGGER visit_when_received AFTER UPDATE OF status ON handovers
    WHEN new.status = 'received' AND old.status <> 'received' AND new.ended_by IN ('scan', 'buyer')
    BEGIN
      INSERT INTO visits (user_id, event_id, seller_id, request_id, created_at)
      SELECT buyer_id, event_id, seller_id, id, new.ended_at FROM ticket_requests WHERE id = new.request_id
      ON CONFLICT DO NOTHING;
    END`,
  // Tickets whose money the bank took back were not bought.
  sql`
    CREATE TRIGGER visit_ends_with_lost_dispute AFTER UPDATE OF status ON disputes WHEN new.status = 'lost' AND old.status <> 'lost'
    BEGIN
      DELETE FROM visits WHERE request_id = new.request_id;
    END`,
  // A buyer whose payment the bank calls fraud has lost a case of fraud. For 90 days no vouch of the buyer counts,
  // and none of those who vouched for the buyer when the case began: a vouch that was revoked later does not help.
  // Nothing is kept of a deleted account.
  sql`
    CREATE TRIGGER vouches_freeze_by_dispute AFTER UPDATE OF status ON disputes
    WHEN new.status = 'lost' AND old.status <> 'lost' AND new.reason = 'fraudulent'
    BEGIN
      INSERT INTO vouch_freezes (user_id, cause, until)
      SELECT voucher_id, new.request_id, new.closed_at + ${VOUCH_LIMITS.freeze_ms} FROM vouches
      WHERE vouchee_id = (SELECT buyer_id FROM ticket_requests WHERE id = new.request_id) AND created_at <= new.closed_at
        AND (status = 'live' OR ended_at >= new.opened_at) AND voucher_id IN (SELECT id FROM auth_users WHERE deleted_at IS NULL)
      UNION SELECT buyer_id, new.request_id, new.closed_at + ${VOUCH_LIMITS.freeze_ms} FROM ticket_requests WHERE id = new.request_id
        AND buyer_id IN (SELECT id FROM auth_users WHERE deleted_at IS NULL)
      ON CONFLICT DO NOTHING;
    END`,
  // A seller has lost a case of fraud when staff decide that the tickets did not work, or that their code was
  // another one.
  sql`
    CREATE TRIGGER vouches_freeze_by_problem AFTER UPDATE OF status ON problems
    WHEN new.status IN ('refunded', 'replaced') AND old.status = 'open' AND new.kind IN ('wrong_code', 'did_not_work')
      AND coalesce(new.ruled_by, new.decided_by) = 'staff'
    BEGIN
      INSERT INTO vouch_freezes (user_id, cause, until)
      SELECT voucher_id, new.request_id, new.decided_at + ${VOUCH_LIMITS.freeze_ms} FROM vouches
      WHERE vouchee_id = (SELECT seller_id FROM ticket_requests WHERE id = new.request_id) AND created_at <= new.decided_at
        AND (status = 'live' OR ended_at >= new.created_at) AND voucher_id IN (SELECT id FROM auth_users WHERE deleted_at IS NULL)
      UNION SELECT seller_id, new.request_id, new.decided_at + ${VOUCH_LIMITS.freeze_ms} FROM ticket_requests WHERE id = new.request_id
        AND seller_id IN (SELECT id FROM auth_users WHERE deleted_at IS NULL)
      ON CONFLICT DO NOTHING;
    END`,
];
