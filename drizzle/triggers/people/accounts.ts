import { movesTo } from '../../../worker/contract/trade/ticket-moves.ts';
import { PAYOUT_MOVES, UNCHARGED } from '../../../worker/contract/trade/payment-moves.ts';
import { listOf, NOW, refuse, sql } from '../sql.ts';

const awaitsCharge = sql`request.status = 'pending' AND request.answer = 'accepted'
  AND payment.status IN (${listOf(UNCHARGED)})`;

/**
 * Refuses to delete an account with open money or a debt. Otherwise rejects its reseller application, even an approved
 * one. A suspended application stays suspended. If the account has a past to keep (`pasts_to_keep`), also copies its
 * ban, its vouch freeze and its marks, except those of devices, to `kept_pasts`.
 */
const accountEnds = sql`
      ${refuse(
        'account_with_open_money',
        'the money of this account is not settled',
        'EXISTS (SELECT 1 FROM open_money WHERE account_id = old.id)',
      )}
      ${refuse(
        'account_with_debt',
        'this account owes money',
        sql`EXISTS (SELECT 1 FROM ledger_accounts WHERE name = 'receivable:' || old.id
          AND debits_cents > credits_cents)`,
      )}
      INSERT INTO kept_pasts (past_id, kind, mark_hash, banned_until, vouches_frozen_until, created_at)
      SELECT past.past_id, mark.kind, mark.mark_hash, past.banned_until, past.vouches_frozen_until, past.now
      FROM pasts_to_keep past JOIN shared_marks mark ON mark.user_id = past.past_id AND mark.kind <> 'device'
        WHERE past.past_id = old.id
      ON CONFLICT DO NOTHING;
      UPDATE reseller_applications SET status = 'rejected', note = 'The account was deleted.', tell_at = NULL,
        told_status = NULL,
        updated_at = max(updated_at + 1, ${NOW})
      WHERE applicant_id = old.id AND status IN ('pending', 'needs_info', 'approved');`;

export const accounts = [
  // The accounts with open money: a payout is pending, paid tickets are not handed over, a card is about to be charged,
  // or a bank disputes a payment. During a dispute the buyer must keep the account: if the bank takes the money back
  // for fraud, the vouches of the buyer and of the people who vouch for the buyer must freeze.
  sql`
    CREATE VIEW open_money AS
    SELECT seller_id AS account_id FROM payouts WHERE status IN (${listOf(movesTo(PAYOUT_MOVES, 'sent'))})
    UNION ALL
    SELECT request.buyer_id FROM ticket_requests request JOIN handovers handover ON handover.request_id = request.id
    WHERE handover.ended_at IS NULL
    UNION ALL
    SELECT request.buyer_id FROM ticket_requests request JOIN payments payment ON payment.request_id = request.id
      WHERE ${awaitsCharge}
    UNION ALL
    SELECT request.seller_id FROM ticket_requests request JOIN payments payment ON payment.request_id = request.id
      WHERE ${awaitsCharge}
    UNION ALL
    SELECT request.buyer_id FROM ticket_requests request JOIN disputes dispute ON dispute.request_id = request.id
    WHERE dispute.status = 'open'`,
  sql`
    CREATE TRIGGER account_deleted BEFORE DELETE ON auth_users
    BEGIN
      ${accountEnds}
    END`,
  sql`
    CREATE TRIGGER account_emptied BEFORE UPDATE OF deleted_at ON auth_users
    WHEN new.deleted_at IS NOT NULL AND old.deleted_at IS NULL
    BEGIN
      ${accountEnds}
    END`,
];
