import { KEPT_CARD_MOVES } from '../../../worker/contract/trade/payment-moves.ts';
import { isNoMove } from '../moves.ts';
import { changes, refuse, sql } from '../sql.ts';

/** The person, search and event of a row of `kept_cards` never change. */
export const keptCards = [
  sql`
    CREATE TRIGGER kept_card_changes BEFORE UPDATE ON kept_cards
    BEGIN
      ${refuse('kept_card_moves', 'this card cannot get that status', isNoMove(KEPT_CARD_MOVES))}
      ${refuse(
        'kept_card_is_of_one',
        'a card stays with its search',
        changes('user_id', 'wanted_id', 'event_id', 'shown_start_at', 'shown_venue_id'),
      )}
      ${refuse(
        'kept_card_stays',
        'a kept card is never replaced by another one',
        sql`(old.customer_id IS NOT NULL AND ${changes('customer_id')})
          OR (old.method_id IS NOT NULL AND ${changes('method_id')})`,
      )}
    END`,
];
