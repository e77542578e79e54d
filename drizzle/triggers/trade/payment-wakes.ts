import { MINUTE } from '../../../worker/contract/time/durations.ts';
import { CANCELLATION_MS, saleEndOf } from '../../../worker/contract/trade/payment-times.ts';
import { movesTo } from '../../../worker/contract/trade/ticket-moves.ts';
import { PAYOUT_MOVES, UNCHARGED } from '../../../worker/contract/trade/payment-moves.ts';
import { OPEN_END_MS } from '../../open-end.ts';
import { changes, IN_SQL, listOf, sql } from '../sql.ts';

/** Later than every valid time, in UTC ms. */
const NEVER = 8_640_000_000_000_000;
/** How many payments of an event are settled per minute after its end has changed. */
const AT_ONCE = 20;

const endOf = (event: 'old' | 'new') => sql`coalesce(${event}.end_at, ${event}.start_at + ${OPEN_END_MS})`;
const hasOtherEnd = sql`${endOf('new')} <> ${endOf('old')}`;
const saleEnd = (event: 'old' | 'new') => saleEndOf(IN_SQL, { promised: 'payment.promised_end_at', end: endOf(event) });
const wakeBehindOthers = (at: string) =>
  sql`UPDATE payments SET version = version + 1, settle_at = min(coalesce(settle_at, ${NEVER}), ${at})`;

/**
 * Makes the cron settle payments again after their event was cancelled or restored, or after its end has changed. A
 * changed end affects only charged sales with an open hand-over or an unsent payout. These sales are not urgent, so
 * only a few are settled each minute.
 */
export const paymentWakes = [
  sql`
    CREATE TRIGGER payments_wake_with_event AFTER UPDATE OF cancelled_at, start_at, end_at ON events
    WHEN ${changes('cancelled_at')} OR ${hasOtherEnd}
    BEGIN
      ${wakeBehindOthers(sql`coalesce(new.cancelled_at + ${CANCELLATION_MS}, new.updated_at)`)}
      WHERE ${changes('cancelled_at')} AND status IN (${listOf([...UNCHARGED, 'captured'])})
        AND request_id IN (SELECT id FROM ticket_requests WHERE event_id = new.id);
      ${wakeBehindOthers(sql`new.updated_at + (woken.place - 1) / ${AT_ONCE} * ${MINUTE}`)}
      FROM (
        SELECT payment.request_id AS id, row_number() OVER (ORDER BY payment.request_id) AS place
        FROM ticket_requests request JOIN payments payment ON payment.request_id = request.id
        WHERE request.event_id = new.id AND payment.status = 'captured' AND ${saleEnd('new')} <> ${saleEnd('old')}
          AND (EXISTS (SELECT 1 FROM handovers WHERE request_id = request.id AND ended_at IS NULL)
            OR EXISTS (SELECT 1 FROM payouts
              WHERE request_id = request.id AND status IN (${listOf(movesTo(PAYOUT_MOVES, 'sent'))})))
      ) woken WHERE payments.request_id = woken.id;
    END`,
];
