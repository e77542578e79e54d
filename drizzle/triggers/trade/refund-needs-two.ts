import { SECOND_PERSON_ABOVE_CENTS } from '../../vocabulary.ts';
import { sql } from '../sql.ts';

/**
 * The refunds that staff ask for one request count together, whatever the reason. Above $200 in all, another person
 * must approve each further one.
 */
export const refundNeedsTwo = [
  sql`
    CREATE TRIGGER refund_needs_two BEFORE INSERT ON refunds
    WHEN new.asked_by IS NOT NULL AND new.approved_by IS NULL AND new.status NOT IN ('asked', 'dropped') AND new.amount_cents > ${SECOND_PERSON_ABOVE_CENTS} -
      (SELECT coalesce(sum(amount_cents), 0) FROM refunds WHERE request_id = new.request_id AND asked_by IS NOT NULL AND status <> 'dropped')
    BEGIN
      SELECT RAISE(ABORT, 'refund_needs_two: the refunds of staff for this request are above $200 in all');
    END`,
  sql`
    CREATE TRIGGER refund_waits_for_two BEFORE UPDATE OF status ON refunds
    WHEN old.status = 'asked' AND new.status NOT IN ('asked', 'dropped') AND new.approved_by IS NULL
    BEGIN
      SELECT RAISE(ABORT, 'refund_waits_for_two: nobody has approved this refund');
    END`,
  // A refund can shrink to what is left of the payment, and never grows.
  sql`
    CREATE TRIGGER refund_never_grows BEFORE UPDATE OF request_id, amount_cents, reason, asked_by ON refunds
    WHEN new.amount_cents > old.amount_cents OR (new.request_id, new.reason, new.asked_by) IS NOT (old.request_id, old.reason, old.asked_by)
    BEGIN
      SELECT RAISE(ABORT, 'refund_never_grows: the terms of a refund never change');
    END`,
];
