import { SQUAD_CARD_MOVES, SQUAD_MOVES } from '../../../worker/contract/trade/payment-moves.ts';
import { isNoMove } from '../moves.ts';
import { changes, refuse, sql } from '../sql.ts';

/**
 * A squad gets the status `held` only if each of its places has a card with the status `used`, so that no friend is
 * without a ticket.
 */
export const squads = [
  sql`
    CREATE TRIGGER squad_changes BEFORE UPDATE OF status, event_id, captain_id, most_cents, shown_start_at ON squads
    BEGIN
      ${refuse('squad_moves', 'this squad cannot get that status', isNoMove(SQUAD_MOVES))}
      ${refuse(
        'squad_terms_are_fixed',
        'what friends have authorized never changes',
        changes('event_id', 'captain_id', 'most_cents', 'shown_start_at'),
      )}
      ${refuse(
        'squad_held_whole',
        'not every place has its ticket',
        sql`new.status = 'held' AND old.status <> 'held' AND new.places <> (SELECT count(*) FROM squad_cards card
          JOIN payments paid ON paid.request_id = card.id
          JOIN ticket_requests asked ON asked.id = card.id AND asked.group_id = new.id AND asked.quantity = 1
          WHERE card.squad_id = new.id AND card.status = 'used'
            AND paid.tickets_cents + paid.buyer_fee_cents <= new.most_cents)`,
      )}
    END`,
  sql`
    CREATE TRIGGER squad_card_changes BEFORE UPDATE OF status, squad_id, user_id ON squad_cards
    BEGIN
      ${refuse('squad_card_moves', 'this card cannot get that status', isNoMove(SQUAD_CARD_MOVES))}
      ${refuse('squad_card_is_of_one', 'a card stays with its friend', changes('squad_id', 'user_id'))}
      ${refuse(
        'squad_card_pays_once',
        'no payment takes this card',
        sql`new.status = 'used' AND old.status <> 'used'
          AND NOT EXISTS (SELECT 1 FROM payments WHERE request_id = new.id AND intent_id = new.intent_id)`,
      )}
    END`,
];
