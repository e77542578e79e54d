import { OFFER_MOVES } from '../../../worker/contract/trade/ticket-moves.ts';
import { isNoMove } from '../moves.ts';
import { changes, refuse, sql } from '../sql.ts';
import { holdTickets, returnTickets } from './stock.ts';

const TERMS = ['entry_id', 'listing_id', 'event_id', 'quantity'];

/**
 * An open offer holds its tickets. It is deleted only together with its event and listing, so no trigger needs to
 * return the tickets of a deleted offer.
 */
export const offers = [
  sql`
    CREATE TRIGGER offer_made AFTER INSERT ON waitlist_offers
    BEGIN
      ${refuse(
        'waitlist_offer_is_on_sale',
        'these tickets are not on sale, another number of places is asked for, or nobody has confirmed the entry',
        sql`NOT EXISTS (SELECT 1 FROM listings l JOIN waitlist w ON w.event_id = l.event_id
          WHERE l.id = new.listing_id AND l.status = 'active' AND l.event_id = new.event_id AND w.id = new.entry_id
            AND w.places = new.quantity AND w.confirmed_at IS NOT NULL)`,
      )}
      ${holdTickets(sql`new.status = 'open'`)}
    END`,
  sql`
    CREATE TRIGGER offer_moves AFTER UPDATE OF status, ${TERMS.join(', ')} ON waitlist_offers
    BEGIN
      ${refuse('waitlist_offer_terms_are_fixed', 'the terms of an offer never change', changes(...TERMS))}
      ${refuse('waitlist_offer_end_is_final', 'an ended offer keeps its status', isNoMove(OFFER_MOVES))}
      UPDATE waitlist SET missed = iif(new.status = 'lapsed', missed + 1, 0)
      WHERE id = new.entry_id AND old.status = 'open' AND new.status IN ('passed', 'lapsed');
      ${returnTickets(sql`old.status = 'open' AND new.status IN ('passed', 'lapsed', 'ended')`)}
    END`,
];
