import { DISPUTE_MOVES, PROBLEM_MOVES } from '../../../worker/contract/trade/payment-moves.ts';
import { isNoMove } from '../moves.ts';
import { changes, refuse, sql } from '../sql.ts';
import { endHold, hasNoEndedPayout } from './payouts.ts';
import { wakePayment } from './wakes.ts';

export const disputes = [
  // An open dispute holds the payout. A buyer can dispute a part of the payment. If the bank then takes back that part,
  // the seller still gets the rest.
  sql`
    CREATE TRIGGER dispute_begins AFTER INSERT ON disputes WHEN new.status = 'open'
    BEGIN
      INSERT INTO payout_holds (request_id, reason, source, began_at)
      SELECT new.request_id, 'dispute', new.provider_id, new.opened_at WHERE ${hasNoEndedPayout}
      ON CONFLICT DO NOTHING;
    END`,
  sql`
    CREATE TRIGGER dispute_moves BEFORE UPDATE OF status ON disputes WHEN ${changes('status')}
    BEGIN
      ${refuse('dispute_moves', 'this dispute cannot get that status', isNoMove(DISPUTE_MOVES))}
      ${endHold({
        reason: 'dispute',
        at: 'new.closed_at',
        when: sql`NOT EXISTS (SELECT 1 FROM disputes
          WHERE request_id = new.request_id AND provider_id <> new.provider_id AND status = 'open')`,
      })}
    END`,
  // A new problem changes the status of its hand-over, and the trigger of hand-overs wakes the payment. This trigger
  // wakes the payment when a problem changes.
  sql`
    CREATE TRIGGER problem_moves BEFORE UPDATE OF status, decide_by, ruled_by, held_because ON problems
      WHEN ${changes('status', 'decide_by', 'ruled_by', 'held_because')}
    BEGIN
      ${refuse('problem_end_is_final', 'a decided problem keeps its decision', isNoMove(PROBLEM_MOVES))}
      ${wakePayment()}
    END`,
];
