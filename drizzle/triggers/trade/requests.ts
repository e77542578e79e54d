import { UNCHARGED } from '../../../worker/contract/trade/payment-moves.ts';
import { RETURNED, TICKET_REQUEST_MOVES } from '../../../worker/contract/trade/ticket-moves.ts';
import { isNoMove } from '../moves.ts';
import { changes, listOf, refuse, sql } from '../sql.ts';
import { holdTickets, returnTickets, sellTickets } from './stock.ts';

const TERMS = [
  'listing_id',
  'event_id',
  'quantity',
  'buyer_id',
  'seller_id',
  'offered_price_cents',
  'group_id',
  'group_seq',
];
const isAccepted = sql`old.status = 'pending' AND new.status = 'accepted'`;

/** The statement that writes a request also moves the listing's stock. So no ticket is sold twice. */
export const requests = [
  // A request with the id of an offer takes over the tickets that the offer holds, so an offer can be taken only once
  // and its tickets are never free in between.
  sql`
    CREATE TRIGGER request_made AFTER INSERT ON ticket_requests
    BEGIN
      ${refuse(
        'seller_without_role',
        'the seller has a role at this event',
        'EXISTS (SELECT 1 FROM event_roles WHERE event_id = new.event_id AND user_id = new.seller_id)',
      )}
      ${refuse(
        'waitlist_offer_is_open',
        'this request does not take the offer with its id',
        sql`EXISTS (SELECT 1 FROM waitlist_offers o WHERE o.id = new.id
          AND (o.status <> 'open' OR new.status <> 'pending'
          OR o.listing_id <> new.listing_id OR o.event_id <> new.event_id OR o.quantity <> new.quantity))`,
      )}
      ${holdTickets(sql`new.status = 'pending' AND
        NOT EXISTS (SELECT 1 FROM waitlist_offers WHERE id = new.id)`)}
      UPDATE waitlist_offers SET status = 'taken', ended_at = new.created_at WHERE id = new.id;
      UPDATE waitlist SET missed = 0 WHERE id = (SELECT entry_id FROM waitlist_offers WHERE id = new.id);
      INSERT INTO event_demand (event_id, asked) SELECT new.event_id, 1
      WHERE new.status = 'pending' AND NOT EXISTS (SELECT 1 FROM ticket_requests earlier
        WHERE earlier.buyer_id = new.buyer_id AND earlier.event_id = new.event_id AND earlier.id <> new.id)
      ON CONFLICT (event_id) DO UPDATE SET asked = asked + 1;
    END`,
  // When one request of a group ends, the trigger `request_group_moved` ends other requests of the group. A statement
  // that would end them again is ignored. With payments, each request of a group is accepted when its own payment is
  // captured. Uploaded tickets move to the request before its stock is sold. Otherwise the trigger
  // `listing_leaves_sale` would free them when the sale lowers `held` of a withdrawn listing.
  sql`
    CREATE TRIGGER request_moves BEFORE UPDATE OF status, ${TERMS.join(', ')} ON ticket_requests
    BEGIN
      ${refuse('request_terms_are_fixed', 'the terms of a request never change', changes(...TERMS))}
      SELECT RAISE(IGNORE) WHERE old.group_id IS NOT NULL AND ${isNoMove(TICKET_REQUEST_MOVES)};
      ${refuse('request_end_is_final', 'an ended request keeps its status', isNoMove(TICKET_REQUEST_MOVES))}
      ${refuse(
        'acceptance_needs_capture',
        'this request is not paid',
        sql`${isAccepted} AND EXISTS (SELECT 1 FROM payments WHERE request_id = new.id AND status <> 'captured')`,
      )}
      ${refuse(
        'request_group_accepted_whole',
        'another request of this group is not accepted',
        sql`${isAccepted} AND new.group_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM payments WHERE request_id = new.id)
          AND EXISTS (SELECT 1 FROM ticket_requests
            WHERE group_id = new.group_id AND id <> new.id AND status <> 'accepted'
            AND NOT (status = 'pending' AND answer IS 'accepted'))`,
      )}
      UPDATE listing_tickets SET request_id = new.id WHERE ${isAccepted} AND id IN (
        SELECT id FROM listing_tickets WHERE listing_id = new.listing_id AND request_id IS NULL AND freed_at IS NULL
        ORDER BY created_at, id LIMIT new.quantity);
    END`,
  // Reschedules `settle`: at `expires_at`, or immediately if the request is no longer pending or its group has ended.
  sql`
    CREATE TRIGGER request_moved AFTER UPDATE OF status, answer, expires_at ON ticket_requests
    WHEN ${changes('status', 'answer', 'expires_at')}
    BEGIN
      ${sellTickets(isAccepted)}
      ${returnTickets(sql`old.status = 'pending' AND new.status IN (${listOf(RETURNED)})`)}
      UPDATE payments SET settle_at = iif(new.status = 'pending' AND NOT (new.group_id IS NOT NULL AND EXISTS (
          SELECT 1 FROM ticket_requests WHERE group_id = new.group_id AND status IN (${listOf(RETURNED)}))),
        new.expires_at, 0), version = version + 1
      WHERE request_id = new.id AND status IN (${listOf(UNCHARGED)});
    END`,
];
