import { HANDOVER_MOVES } from '../../../worker/contract/trade/payment-moves.ts';
import { isNoMove } from '../moves.ts';
import { refuse, sql } from '../sql.ts';
import { endHold, hasNoEndedPayout } from './payouts.ts';
import { wakePayment } from './wakes.ts';

/**
 * A problem holds the payout until the problem is decided for the seller. A cancelled event may take place after all.
 * So tickets whose buyer has not seen them can then be listed again.
 */
export const handovers = [
  sql`
    CREATE TRIGGER handover_moves BEFORE UPDATE OF status ON handovers WHEN old.status <> new.status
    BEGIN
      ${refuse('handover_moves', 'this hand-over cannot get that status', isNoMove(HANDOVER_MOVES))}
      INSERT INTO payout_holds (request_id, reason, began_at)
      SELECT new.request_id, 'problem', new.problem_at WHERE new.status = 'problem' AND ${hasNoEndedPayout}
      ON CONFLICT DO NOTHING;
      ${endHold({
        reason: 'problem',
        at: 'new.ended_at',
        when: sql`old.status = 'problem'
        AND new.status = 'received'`,
      })}
      UPDATE problems SET
        status = iif(new.status = 'received', 'rejected', 'refunded'),
        decided_at = new.ended_at,
        decided_by = coalesce(ruled_by, CASE new.ended_by WHEN 'staff' THEN 'staff'
          WHEN 'time' THEN 'time' ELSE 'facts' END)
      WHERE request_id = new.request_id AND status = 'open' AND new.status IN ('received', 'failed');
      DELETE FROM staff_asks WHERE target_id = new.request_id AND action LIKE 'handover.%' AND old.status = 'problem';
      UPDATE listing_tickets SET freed_at = new.ended_at
      WHERE request_id = new.request_id AND freed_at IS NULL AND shown_at IS NULL AND new.status = 'failed'
        AND new.ended_by = 'event';
      ${wakePayment()}
    END`,
];
