import { UNCHARGED } from '../../../worker/contract/trade/payment-moves.ts';
import { RETURNED } from '../../../worker/contract/trade/ticket-moves.ts';
import { listOf, NOW, sql } from '../sql.ts';

const isReturned = sql`new.status IN (${listOf(RETURNED)})`;
const members = (status: string) => sql`SELECT id FROM ticket_requests
  WHERE group_id = new.group_id AND status = '${status}'`;

/**
 * The ticket requests of a group end together. If a pending request has a payment and the seller's yes, the provider
 * may have charged the card already. So only `settle` ends such a request. If cards were charged before the group
 * ended, `settleBrokenGroup` refunds them. SQLite does not run this trigger again for the trigger's own updates, but it
 * does run the other triggers. So the stock of the ended requests moves too.
 */
export const requestGroups = [
  sql`
    CREATE TRIGGER request_group_moved AFTER UPDATE OF status ON ticket_requests
      WHEN old.status = 'pending' AND new.group_id IS NOT NULL
    BEGIN
      UPDATE ticket_requests SET status = 'cancelled', answer = NULL, asked_until = NULL,
        expires_at = coalesce(asked_until, expires_at),
        told_at = iif(buyer_id = new.buyer_id, ${NOW}, told_at)
      WHERE ${isReturned} AND group_id = new.group_id AND status = 'pending'
        AND NOT (answer IS 'accepted' AND EXISTS (SELECT 1 FROM payments WHERE request_id = ticket_requests.id));
      UPDATE payments SET settle_at = 0, version = version + 1
      WHERE ${isReturned} AND status IN (${listOf(UNCHARGED)}) AND request_id IN (${members('pending')});
      UPDATE payments SET settle_at = 0, version = version + 1
      WHERE ${isReturned} AND status = 'captured' AND request_id IN (${members('accepted')});
      UPDATE ticket_requests SET status = 'accepted'
      WHERE new.status = 'accepted' AND group_id = new.group_id AND status = 'pending' AND answer = 'accepted'
        AND NOT EXISTS (SELECT 1 FROM payments WHERE request_id = ticket_requests.id);
    END`,
];
