import { sql } from '../sql.ts';

/**
 * Books both sides of a transfer in the statement that writes it, so debits and credits are always equal. Refuses an
 * account whose name has no known kind.
 */
export const ledger = [
  sql`
    CREATE TRIGGER ledger_posts AFTER INSERT ON ledger_transfers
    BEGIN
      INSERT INTO ledger_accounts (name, kind)
      SELECT side.name, CASE
        WHEN side.name IN ('provider', 'bank') OR side.name GLOB 'receivable:?*'
          OR side.name GLOB 'disputed:?*' THEN 'asset'
        WHEN side.name GLOB 'hold:?*' OR side.name GLOB 'payable:?*' OR side.name GLOB 'refund_due:?*' THEN 'liability'
        WHEN side.name GLOB 'income:?*' THEN 'income'
        WHEN side.name GLOB 'cost:?*' THEN 'cost'
      END
      FROM (SELECT new.debit AS name UNION ALL SELECT new.credit) side
      WHERE true
      ON CONFLICT (name) DO NOTHING;
      UPDATE ledger_accounts SET credits_cents = credits_cents + new.amount_cents WHERE name = new.credit;
      UPDATE ledger_accounts SET debits_cents = debits_cents + new.amount_cents WHERE name = new.debit;
    END`,
  sql`
    CREATE TRIGGER ledger_update BEFORE UPDATE ON ledger_transfers
    BEGIN
      SELECT RAISE(ABORT, 'ledger_update: a transfer is never changed');
    END`,
  sql`
    CREATE TRIGGER ledger_delete BEFORE DELETE ON ledger_transfers
    BEGIN
      SELECT RAISE(ABORT, 'ledger_delete: a transfer is never deleted');
    END`,
  sql`
    CREATE TRIGGER ledger_account_delete BEFORE DELETE ON ledger_accounts
    BEGIN
      SELECT RAISE(ABORT, 'ledger_account_delete: an account is never deleted');
    END`,
];
