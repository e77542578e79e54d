import { DISPUTE_MOVES, HANDOVER_MOVES, PAYMENT_MOVES, PAYOUT_MOVES, REFUND_MOVES } from '../../../worker/contract/trade/payment-moves.ts';
import { isNoMove } from '../moves.ts';
import { sql } from '../sql.ts';

/**
 * The allowed moves of payments, hand-overs, payouts, refunds and disputes, as in worker/contract/trade/payment-
 * moves.ts. A test compares both.
 */
export const paymentMoves = [
  sql`
    CREATE TRIGGER payment_moves BEFORE UPDATE OF status ON payments
    WHEN ${isNoMove(PAYMENT_MOVES)}
    BEGIN
      SELECT RAISE(ABORT, 'payment_moves: this payment cannot get that status');
    END`,
  // Nobody is charged before the seller has accepted.
  sql`
    CREATE TRIGGER capture_needs_acceptance BEFORE UPDATE OF status ON payments
    WHEN new.status = 'captured' AND old.status <> 'captured'
      AND NOT EXISTS (SELECT 1 FROM ticket_requests WHERE id = new.request_id AND status = 'pending' AND answer = 'accepted')
    BEGIN
      SELECT RAISE(ABORT, 'capture_needs_acceptance: the seller has not accepted this request');
    END`,
  // A request with a payment is accepted only once it is paid.
  sql`
    CREATE TRIGGER acceptance_needs_capture BEFORE UPDATE OF status ON ticket_requests
    WHEN new.status = 'accepted' AND old.status <> 'accepted'
      AND EXISTS (SELECT 1 FROM payments WHERE request_id = new.id AND status <> 'captured')
    BEGIN
      SELECT RAISE(ABORT, 'acceptance_needs_capture: this request is not paid');
    END`,
  // The amounts and the promise of a payment never change, and the trace of an authorised or charged card is never
  // deleted.
  sql`
    CREATE TRIGGER payment_terms_are_fixed
    BEFORE UPDATE OF tickets_cents, buyer_fee_cents, seller_fee_cents, added_cents, replaces, paid_from, created_at ON payments
    WHEN (new.tickets_cents, new.buyer_fee_cents, new.seller_fee_cents, new.added_cents, new.replaces, new.paid_from, new.created_at)
      IS NOT (old.tickets_cents, old.buyer_fee_cents, old.seller_fee_cents, old.added_cents, old.replaces, old.paid_from, old.created_at)
    BEGIN
      SELECT RAISE(ABORT, 'payment_terms_are_fixed: the amounts of a payment never change');
    END`,
  sql`
    CREATE TRIGGER payment_promise_is_fixed
    BEFORE UPDATE OF promised_start_at, promised_end_at, promised_due_at, promised_opens_at, promised_kind, sold_at_once ON payments
    WHEN (new.promised_start_at, new.promised_end_at, new.promised_due_at, new.promised_opens_at, new.promised_kind, new.sold_at_once)
      IS NOT (old.promised_start_at, old.promised_end_at, old.promised_due_at, old.promised_opens_at, old.promised_kind, old.sold_at_once)
    BEGIN
      SELECT RAISE(ABORT, 'payment_promise_is_fixed: what was promised to a buyer never changes');
    END`,
  sql`
    CREATE TRIGGER payment_is_kept BEFORE DELETE ON payments WHEN old.status NOT IN ('voided', 'failed')
    BEGIN
      SELECT RAISE(ABORT, 'payment_is_kept: an open or charged payment is never deleted');
    END`,
  sql`
    CREATE TRIGGER handover_moves BEFORE UPDATE OF status ON handovers
    WHEN ${isNoMove(HANDOVER_MOVES)}
    BEGIN
      SELECT RAISE(ABORT, 'handover_moves: this hand-over cannot get that status');
    END`,
  sql`
    CREATE TRIGGER payout_moves BEFORE UPDATE OF status ON payouts
    WHEN ${isNoMove(PAYOUT_MOVES)}
    BEGIN
      SELECT RAISE(ABORT, 'payout_moves: this payout cannot get that status');
    END`,
  sql`
    CREATE TRIGGER refund_moves BEFORE UPDATE OF status ON refunds
    WHEN ${isNoMove(REFUND_MOVES)}
    BEGIN
      SELECT RAISE(ABORT, 'refund_moves: this refund cannot get that status');
    END`,
  sql`
    CREATE TRIGGER dispute_moves BEFORE UPDATE OF status ON disputes
    WHEN ${isNoMove(DISPUTE_MOVES)}
    BEGIN
      SELECT RAISE(ABORT, 'dispute_moves: this dispute cannot get that status');
    END`,
];
