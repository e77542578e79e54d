import { REFUND_MOVES } from '../../../worker/contract/trade/payment-moves.ts';
import { SECOND_PERSON_ABOVE_CENTS } from '../../vocabulary.ts';
import { isNoMove } from '../moves.ts';
import { changes, refuse, sql } from '../sql.ts';
import { wakePayment } from './wakes.ts';

export const refunds = [
  // The staff refunds of a request, except dropped ones, count together toward a limit. Above the limit, a second admin
  // must approve.
  sql`
    CREATE TRIGGER refund_made AFTER INSERT ON refunds
    BEGIN
      ${refuse(
        'refund_needs_two',
        `the refunds of staff for this request are above $${SECOND_PERSON_ABOVE_CENTS / 100} in all`,
        sql`new.asked_by IS NOT NULL AND new.approved_by IS NULL AND new.status NOT IN ('asked', 'dropped')
          AND new.amount_cents > ${SECOND_PERSON_ABOVE_CENTS} - (SELECT coalesce(sum(amount_cents), 0) FROM refunds
            WHERE request_id = new.request_id AND id <> new.id AND asked_by IS NOT NULL AND status <> 'dropped')`,
      )}
      ${wakePayment()}
    END`,
  sql`
    CREATE TRIGGER refund_changes BEFORE UPDATE OF status, request_id, amount_cents, reason, asked_by ON refunds
    BEGIN
      ${refuse('refund_moves', 'this refund cannot get that status', isNoMove(REFUND_MOVES))}
      ${refuse(
        'refund_waits_for_two',
        'nobody has approved this refund',
        sql`old.status = 'asked' AND new.status NOT IN ('asked', 'dropped') AND new.approved_by IS NULL`,
      )}
      ${refuse(
        'refund_never_grows',
        'the terms of a refund never change',
        sql`new.amount_cents > old.amount_cents OR ${changes('request_id', 'reason', 'asked_by')}`,
      )}
      ${wakePayment(changes('status'))}
    END`,
];
