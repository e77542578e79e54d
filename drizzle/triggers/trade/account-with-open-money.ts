import { sql } from '../sql.ts';

/**
 * Accounts whose money is not settled: money waits for them, tickets that they have paid for are not handed over, a
 * card is about to be charged for a request that its seller has accepted, or the bank of the buyer has disputed a
 * payment. So a lost case of fraud still freezes the vouches for the buyer.
 */
export const accountWithOpenMoney = [
  sql`
    CREATE VIEW open_money AS
    SELECT seller_id AS account_id FROM payouts WHERE status IN ('due', 'frozen')
    UNION ALL
    SELECT request.buyer_id FROM ticket_requests request JOIN handovers handover ON handover.request_id = request.id
    WHERE handover.ended_at IS NULL
    UNION ALL
    SELECT request.buyer_id FROM ticket_requests request JOIN payments payment ON payment.request_id = request.id
    WHERE request.status = 'pending' AND request.answer = 'accepted' AND payment.status IN ('awaiting', 'authorized')
    UNION ALL
    SELECT request.seller_id FROM ticket_requests request JOIN payments payment ON payment.request_id = request.id
    WHERE request.status = 'pending' AND request.answer = 'accepted' AND payment.status IN ('awaiting', 'authorized')
    UNION ALL
    SELECT request.buyer_id FROM ticket_requests request JOIN disputes dispute ON dispute.request_id = request.id
    WHERE dispute.status = 'open'`,
  // An account with open money stays.
  sql`
    CREATE TRIGGER account_with_open_money_deleted BEFORE DELETE ON auth_users
    WHEN EXISTS (SELECT 1 FROM open_money WHERE account_id = old.id)
    BEGIN
      SELECT RAISE(ABORT, 'account_with_open_money: the money of this account is not settled');
    END`,
  sql`
    CREATE TRIGGER account_with_open_money_emptied BEFORE UPDATE OF deleted_at ON auth_users
    WHEN new.deleted_at IS NOT NULL AND old.deleted_at IS NULL AND EXISTS (SELECT 1 FROM open_money WHERE account_id = old.id)
    BEGIN
      SELECT RAISE(ABORT, 'account_with_open_money: the money of this account is not settled');
    END`,
];
