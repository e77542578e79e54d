import { PAYMENT_MOVES } from '../../../worker/contract/trade/payment-moves.ts';
import { isNoMove } from '../moves.ts';
import { changes, refuse, sql } from '../sql.ts';

const TERMS = [
  'tickets_cents',
  'buyer_fee_cents',
  'seller_fee_cents',
  'added_cents',
  'replaces',
  'paid_from',
  'created_at',
];
const PROMISE = [
  'promised_start_at',
  'promised_end_at',
  'promised_due_at',
  'promised_opens_at',
  'promised_kind',
  'sold_at_once',
];

const asked = (column: string) => `(SELECT ${column} FROM ticket_requests WHERE id = new.request_id)`;

/**
 * The triggers keep `has_sales` of an event at 1 while the event has an authorized or charged payment. Edits of such an
 * event that could harm buyers are guarded (`worker/contract/nights/events/guarded-edits.ts`).
 */
export const payments = [
  // Nobody is charged before the seller has accepted. Money moves on to a replacement only once and as a whole.
  sql`
    CREATE TRIGGER payment_changes BEFORE UPDATE OF status, moved_cents,
      ${[...TERMS, ...PROMISE].join(', ')} ON payments
    BEGIN
      ${refuse('payment_moves', 'this payment cannot get that status', isNoMove(PAYMENT_MOVES))}
      ${refuse(
        'capture_needs_acceptance',
        'the seller has not accepted this request',
        sql`new.status = 'captured' AND old.status <> 'captured'
          AND NOT EXISTS (SELECT 1 FROM ticket_requests
            WHERE id = new.request_id AND status = 'pending' AND answer = 'accepted')`,
      )}
      ${refuse('payment_terms_are_fixed', 'the amounts of a payment never change', changes(...TERMS))}
      ${refuse('payment_promise_is_fixed', 'what was promised to a buyer never changes', changes(...PROMISE))}
      ${refuse(
        'money_moves_once',
        'the money of this payment cannot move on',
        sql`${changes('moved_cents')}
          AND (old.moved_cents <> 0 OR old.taken_cents <> 0 OR old.released_at IS NOT NULL OR old.status <> 'captured'
            OR new.moved_cents <> old.tickets_cents + old.buyer_fee_cents - old.added_cents)`,
      )}
      UPDATE events SET has_sales = 1
        WHERE id = ${asked('event_id')} AND has_sales = 0 AND new.status = 'authorized' AND ${changes('status')};
      UPDATE events SET has_sales = 0
        WHERE id = ${asked('event_id')} AND has_sales = 1 AND new.status = 'voided' AND ${changes('status')}
        AND NOT EXISTS (SELECT 1 FROM ticket_requests other JOIN payments paid ON paid.request_id = other.id
          WHERE other.event_id = events.id AND other.id <> new.request_id
            AND paid.status IN ('authorized', 'captured'));
    END`,
  sql`
    CREATE TRIGGER payment_is_kept BEFORE DELETE ON payments WHEN old.status NOT IN ('voided', 'failed')
    BEGIN
      SELECT RAISE(ABORT, 'payment_is_kept: an open or charged payment is never deleted');
    END`,
  // The payment of a squad member takes over the authorization of the member's squad card. The payment of a replacement
  // takes the new tickets off their listing and gives them to the new ticket request.
  sql`
    CREATE TRIGGER payment_made AFTER INSERT ON payments
      WHEN new.status IN ('authorized', 'captured') OR new.replaces IS NOT NULL
    BEGIN
      UPDATE events SET has_sales = 1 WHERE id = ${asked('event_id')} AND has_sales = 0;
      ${refuse(
        'payment_takes_squad_card',
        'this card is not authorized for a squad',
        sql`EXISTS (SELECT 1 FROM squad_cards card WHERE card.id = new.request_id AND NOT (
          new.status = 'authorized' AND card.status = 'authorized' AND card.left_at IS NULL
            AND card.intent_id IS new.intent_id AND card.user_id = ${asked('buyer_id')}
            AND card.squad_id IS ${asked('group_id')}))`,
      )}
      UPDATE squad_cards SET status = 'used' WHERE id = new.request_id;
      ${refuse(
        'replacement_follows',
        'this payment replaces no other one',
        sql`new.replaces IS NOT NULL AND NOT EXISTS (
          SELECT 1 FROM payments earlier
          JOIN ticket_requests failed ON failed.id = earlier.request_id
          JOIN ticket_requests fresh ON fresh.id = new.request_id
          WHERE earlier.request_id = new.replaces AND earlier.status = 'captured' AND new.status = 'captured'
            AND earlier.moved_cents > 0
            AND coalesce(earlier.paid_from, earlier.request_id) = new.paid_from
            AND fresh.status = 'accepted' AND fresh.buyer_id = failed.buyer_id AND fresh.event_id = failed.event_id
            AND fresh.quantity = failed.quantity AND fresh.seller_id <> failed.seller_id)`,
      )}
      ${refuse(
        'replacement_is_on_sale',
        'this listing has no such tickets any more',
        sql`new.replaces IS NOT NULL AND NOT EXISTS (
          SELECT 1 FROM listings l JOIN ticket_requests fresh ON fresh.listing_id = l.id
          WHERE fresh.id = new.request_id AND l.status = 'active' AND l.is_instant = 1 AND l.handover_kind = 'file'
            AND l.seller_id = fresh.seller_id AND l.event_id = fresh.event_id
              AND l.ask_price_cents = fresh.offered_price_cents
            AND l.quantity >= fresh.quantity)`,
      )}
      UPDATE listing_tickets SET request_id = new.request_id WHERE new.replaces IS NOT NULL AND id IN (
        SELECT id FROM listing_tickets WHERE listing_id = ${asked('listing_id')} AND request_id IS NULL
          AND freed_at IS NULL
        ORDER BY created_at, id LIMIT ${asked('quantity')});
      ${refuse(
        'replacement_takes_tickets',
        'this listing lacks tickets',
        sql`new.replaces IS NOT NULL
          AND (SELECT count(*) FROM listing_tickets WHERE request_id = new.request_id) <> ${asked('quantity')}`,
      )}
      UPDATE listings SET
        quantity = quantity - ${asked('quantity')},
        status = CASE WHEN quantity > ${asked('quantity')} THEN 'active' WHEN held > 0 THEN 'reserved' ELSE 'sold' END
      WHERE new.replaces IS NOT NULL AND id = ${asked('listing_id')};
    END`,
];
