import { MINUTE } from '../../../worker/contract/time/durations.ts';
import { CANCELLATION_MS } from '../../../worker/contract/trade/payment-times.ts';
import { LATER_END_MS, OPEN_END_MS } from '../../open-end.ts';
import { sql } from '../sql.ts';

/** Later than every instant. */
const NEVER = 8_640_000_000_000_000;
/** How many payments are looked at in a minute. */
const AT_ONCE = 20;

/**
 * A payment is looked at again when its request or its event changes, whoever changed it. The cron finds it by
 * `settle_at`, so nothing is lost if the process that made the change ends before it looks itself.
 */
export const paymentWakes = [
  sql`
    CREATE TRIGGER payment_wakes_with_request AFTER UPDATE OF status, answer, expires_at ON ticket_requests
    WHEN (new.status, new.answer, new.expires_at) IS NOT (old.status, old.answer, old.expires_at)
    BEGIN
      UPDATE payments SET settle_at = iif(new.status = 'pending', new.expires_at, 0), version = version + 1
      WHERE request_id = new.id AND status IN ('awaiting', 'authorized');
    END`,
  // The money goes back two minutes after the cancellation, behind the deadlines that were due before.
  sql`
    CREATE TRIGGER payment_wakes_with_cancellation AFTER UPDATE OF cancelled_at ON events WHEN new.cancelled_at IS NOT old.cancelled_at
    BEGIN
      UPDATE payments SET version = version + 1, settle_at = min(coalesce(settle_at, ${NEVER}), coalesce(new.cancelled_at + ${CANCELLATION_MS}, new.updated_at))
      WHERE status IN ('awaiting', 'authorized', 'captured') AND request_id IN (SELECT id FROM ticket_requests WHERE event_id = new.id);
    END`,
  // Another end of the night moves only the sales whose hand-over or payout waits for it, as `endOfSale` says.
  // Nothing of that is due at once, so twenty are looked at a minute, behind the deadlines that were due before.
  sql`
    CREATE TRIGGER payment_wakes_with_end AFTER UPDATE OF start_at, end_at ON events
    WHEN coalesce(new.end_at, new.start_at + ${OPEN_END_MS}) <> coalesce(old.end_at, old.start_at + ${OPEN_END_MS})
    BEGIN
      UPDATE payments SET version = version + 1, settle_at = min(coalesce(settle_at, ${NEVER}), new.updated_at + (woken.place - 1) / ${AT_ONCE} * ${MINUTE})
      FROM (
        SELECT payment.request_id AS id, row_number() OVER (ORDER BY payment.request_id) AS place
        FROM ticket_requests request JOIN payments payment ON payment.request_id = request.id
        WHERE request.event_id = new.id AND payment.status = 'captured'
          AND max(payment.promised_end_at, min(coalesce(new.end_at, new.start_at + ${OPEN_END_MS}), payment.promised_end_at + ${LATER_END_MS}))
            <> max(payment.promised_end_at, min(coalesce(old.end_at, old.start_at + ${OPEN_END_MS}), payment.promised_end_at + ${LATER_END_MS}))
          AND (EXISTS (SELECT 1 FROM handovers WHERE request_id = request.id AND ended_at IS NULL)
            OR EXISTS (SELECT 1 FROM payouts WHERE request_id = request.id AND status IN ('due', 'frozen')))
      ) woken WHERE payments.request_id = woken.id;
    END`,
  sql`
    CREATE TRIGGER payment_wakes_with_handover AFTER UPDATE OF status ON handovers WHEN old.status <> new.status
    BEGIN
      UPDATE payments SET settle_at = 0, version = version + 1 WHERE request_id = new.request_id;
    END`,
  sql`
    CREATE TRIGGER payment_wakes_with_payout AFTER UPDATE OF status, send_at ON payouts
    WHEN (new.status, new.send_at) IS NOT (old.status, old.send_at)
    BEGIN
      UPDATE payments SET settle_at = 0, version = version + 1 WHERE request_id = new.request_id;
    END`,
  sql`
    CREATE TRIGGER payment_wakes_with_refund AFTER INSERT ON refunds
    BEGIN
      UPDATE payments SET settle_at = 0, version = version + 1 WHERE request_id = new.request_id;
    END`,
  sql`
    CREATE TRIGGER payment_wakes_with_refund_move AFTER UPDATE OF status ON refunds WHEN old.status <> new.status
    BEGIN
      UPDATE payments SET settle_at = 0, version = version + 1 WHERE request_id = new.request_id;
    END`,
  sql`
    CREATE TRIGGER payment_wakes_with_problem AFTER INSERT ON problems
    BEGIN
      UPDATE payments SET settle_at = 0, version = version + 1 WHERE request_id = new.request_id;
    END`,
  sql`
    CREATE TRIGGER payment_wakes_with_problem_move AFTER UPDATE OF status, decide_by, ruled_by, held_because ON problems
    WHEN (new.status, new.decide_by, new.ruled_by, new.held_because)
      IS NOT (old.status, old.decide_by, old.ruled_by, old.held_because)
    BEGIN
      UPDATE payments SET settle_at = 0, version = version + 1 WHERE request_id = new.request_id;
    END`,
];
