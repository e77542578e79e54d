import { DAY } from '../../../worker/contract/time/durations.ts';
import { LISTING_MOVES, movesTo } from '../../../worker/contract/trade/ticket-moves.ts';
import { listOf, NOW, sql } from '../sql.ts';

const DEBT_TIME = 180 * DAY;

/**
 * A deleted account can leave a past: its ban, its frozen vouches, and its id. Debts, failures and a suspension stay
 * stored under this id. A past is also kept if a payout was sent in the last half year, because a bank can still take
 * that money back. The mark of a browser is never kept, because several people may use one browser.
 */
export const keptPasts = [
  sql`
    CREATE VIEW pasts_to_keep AS
    SELECT account.id AS past_id,
      iif(account.banned_until > t.now, account.banned_until, NULL) AS banned_until,
      (SELECT max(until) FROM vouch_freezes WHERE user_id = account.id AND until > t.now) AS vouches_frozen_until,
      t.now
    FROM auth_users account, (SELECT ${NOW} AS now) t
    WHERE account.banned_until > t.now
      OR EXISTS (SELECT 1 FROM vouch_freezes WHERE user_id = account.id AND until > t.now)
      OR EXISTS (SELECT 1 FROM seller_failures WHERE seller_id = account.id AND settled_at IS NULL)
      OR EXISTS (SELECT 1 FROM reseller_applications WHERE applicant_id = account.id AND status = 'suspended')
      OR EXISTS (SELECT 1 FROM payouts WHERE seller_id = account.id AND sent_at > t.now - ${DEBT_TIME})
      OR EXISTS (SELECT 1 FROM met_pasts WHERE user_id = account.id)`,
  // The accounts that inherit a past, with the mark that they share with the deleted account. An address, a phone and
  // an inbox belong to one account at a time. But a family may share a card. An account that was already open at the
  // deletion may belong to another member of the family, so it inherits nothing through a card.
  sql`
    CREATE VIEW met_pasts AS
    SELECT mark.user_id, past.past_id, mark.mark_hash, account.created_at AS account_created_at, past.banned_until,
      past.vouches_frozen_until
    FROM shared_marks mark
    JOIN kept_pasts past ON past.mark_hash = mark.mark_hash AND past.past_id <> mark.user_id
    JOIN auth_users account ON account.id = mark.user_id AND account.deleted_at IS NULL
    WHERE past.kind <> 'card' OR account.created_at >= past.created_at`,
  // For each account, the other accounts whose debts and failures count against it: the deleted accounts whose past it
  // inherits, and the other heirs of those pasts.
  sql`
    CREATE VIEW past_company AS
    SELECT user_id, past_id AS other_id FROM met_pasts
    UNION SELECT mine.user_id, other.user_id FROM met_pasts mine JOIN met_pasts other ON other.past_id = mine.past_id`,
  // The debts that move to the newest account that inherits them. The last part of `cause` is the sum of the credits of
  // the old account. Each move raises this sum, so no cause repeats.
  sql`
    CREATE VIEW inherited_debts AS
    SELECT heir.past_id, 'past:' || heir.past_id || ':' || debt.credits_cents AS cause,
      'receivable:' || heir.user_id AS debit, debt.name AS credit,
      debt.debits_cents - debt.credits_cents AS amount_cents
    FROM (SELECT past_id, user_id, max(account_created_at) FROM met_pasts GROUP BY past_id) heir
    JOIN ledger_accounts debt ON debt.name = 'receivable:' || heir.past_id AND debt.debits_cents > debt.credits_cents`,
  // An account that shares a mark with a past inherits the marks, the ban, the freeze and the debt of the past. A mark
  // that the account already has is not inserted again, so this trigger does not fire again and a ban that staff have
  // lifted stays lifted.
  sql`
    CREATE TRIGGER past_met AFTER INSERT ON shared_marks
    WHEN EXISTS (SELECT 1 FROM met_pasts WHERE user_id = new.user_id AND mark_hash = new.mark_hash)
    BEGIN
      INSERT INTO shared_marks (user_id, kind, mark_hash)
      SELECT new.user_id, kind, mark_hash FROM kept_pasts WHERE past_id IN (SELECT past_id FROM met_pasts
        WHERE user_id = new.user_id)
      ON CONFLICT DO NOTHING;

      UPDATE auth_users SET banned_until = (SELECT max(banned_until) FROM met_pasts WHERE user_id = new.user_id)
      WHERE id = new.user_id AND (SELECT max(banned_until) FROM met_pasts WHERE user_id = new.user_id)
        > max(coalesce(banned_until, 0), ${NOW});

      INSERT INTO vouch_freezes (user_id, cause, until)
      SELECT new.user_id, 'past:' || past_id, max(vouches_frozen_until) FROM met_pasts
      WHERE user_id = new.user_id AND vouches_frozen_until IS NOT NULL GROUP BY past_id
      ON CONFLICT DO NOTHING;

      UPDATE listings SET status = 'withdrawn'
      WHERE seller_id = new.user_id AND status IN (${listOf(movesTo(LISTING_MOVES, 'withdrawn'))})
        AND EXISTS (SELECT 1 FROM met_pasts met
        WHERE met.user_id = new.user_id AND (met.banned_until > ${NOW}
          OR EXISTS (SELECT 1 FROM reseller_applications WHERE applicant_id = met.past_id AND status = 'suspended')));

      INSERT INTO ledger_transfers (cause, leg, debit, credit, amount_cents, at)
      SELECT cause, 0, debit, credit, amount_cents, ${NOW} FROM inherited_debts
      WHERE past_id IN (SELECT past_id FROM met_pasts WHERE user_id = new.user_id);
    END`,
];
