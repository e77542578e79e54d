import { VOUCH_LIMITS } from '../../../worker/contract/people/vouches.ts';
import { sql } from '../sql.ts';

/**
 * Freezes the vouches of a person who lost a case of fraud. Also freezes the vouches of everybody whose vouch for that
 * person was live at some time during the case.
 */
const freeze = ({ side, began, at, when }: Record<'side' | 'began' | 'at' | 'when', string>) => sql`
      INSERT INTO vouch_freezes (user_id, cause, until)
      SELECT voucher_id, new.request_id, ${at} + ${VOUCH_LIMITS.freeze_ms} FROM vouches
      WHERE ${when} AND vouchee_id = (SELECT ${side} FROM ticket_requests
        WHERE id = new.request_id) AND created_at <= ${at}
        AND (status = 'live' OR ended_at >= ${began})
        AND voucher_id IN (SELECT id FROM auth_users WHERE deleted_at IS NULL)
      UNION SELECT ${side}, new.request_id, ${at} + ${VOUCH_LIMITS.freeze_ms} FROM ticket_requests
      WHERE ${when} AND id = new.request_id AND ${side} IN (SELECT id FROM auth_users WHERE deleted_at IS NULL)
      ON CONFLICT DO NOTHING;`;

export const vouches = [
  // If the bank took the money back, the buyer's visit does not count. If the bank called the payment fraudulent, the
  // buyer has lost a case of fraud.
  sql`
    CREATE TRIGGER dispute_lost AFTER UPDATE OF status ON disputes WHEN new.status = 'lost' AND old.status <> 'lost'
    BEGIN
      DELETE FROM visits WHERE request_id = new.request_id;
      ${freeze({ side: 'buyer_id', began: 'new.opened_at', at: 'new.closed_at', when: sql`new.reason = 'fraudulent'` })}
    END`,
  // A seller has lost a case of fraud when staff decide that the tickets did not work or had a different code.
  sql`
    CREATE TRIGGER problem_lost AFTER UPDATE OF status ON problems
    WHEN new.status IN ('refunded', 'replaced') AND old.status = 'open' AND new.kind IN ('wrong_code', 'did_not_work')
      AND coalesce(new.ruled_by, new.decided_by) = 'staff'
    BEGIN
      ${freeze({ side: 'seller_id', began: 'new.created_at', at: 'new.decided_at', when: 'true' })}
    END`,
];
