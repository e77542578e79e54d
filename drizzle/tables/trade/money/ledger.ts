import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { ACCOUNT_KINDS } from '../../../vocabulary.ts';
import { instant, oneOf } from '../../columns.ts';

/**
 * The accounts. `provider` is our balance with the payment provider, `bank` our own bank account, `hold:` the money of
 * one request until the hand-over, `payable:` what a seller is owed, `refund_due:` what a buyer is owed, `disputed:`
 * what a bank holds back, and `receivable:` what a seller owes us. `income:` is what we earn, and `cost:` what we spend
 * or lose. If a seller fails and the replacement tickets cost more, we pay the difference, and the seller owes it to
 * us. If we later get the difference back, it lowers the seller's debt. What exceeds the debt goes to `income:remedy`.
 * Only transfers open and change an account.
 */
export const ledgerAccounts = sqliteTable(
  'ledger_accounts',
  {
    name: text().primaryKey(),
    kind: text({ enum: ACCOUNT_KINDS }).notNull(),
    debits_cents: integer().notNull().default(0),
    credits_cents: integer().notNull().default(0),
  },
  (t) => [
    index('ledger_accounts_open')
      .on(t.name)
      .where(sql`debits_cents <> credits_cents`),
    check('ledger_accounts_amounts', sql`debits_cents >= 0 and credits_cents >= 0`),
    check('ledger_accounts_owed', sql`kind <> 'liability' or credits_cents >= debits_cents`),
    check(
      'ledger_accounts_due_to_us',
      sql`not (name like 'receivable:%' or name like 'disputed:%') or debits_cents >= credits_cents`,
    ),
    check('ledger_accounts_kind_known', oneOf(t.kind, ACCOUNT_KINDS)),
  ],
);

/**
 * Each transfer takes `amount_cents` from the account `credit` to the account `debit`. No row is changed or deleted. A
 * `cause` is booked once, and `leg` numbers its transfers. `provider_ref` is the provider's object that moved the money
 * of the account `provider`.
 */
export const ledgerTransfers = sqliteTable(
  'ledger_transfers',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    cause: text().notNull(),
    leg: integer().notNull(),
    debit: text().notNull(),
    credit: text().notNull(),
    amount_cents: integer().notNull(),
    request_id: text(),
    provider_ref: text(),
    at: instant().notNull(),
  },
  (t) => [
    uniqueIndex('ledger_transfers_once').on(t.cause, t.leg),
    index('ledger_transfers_request').on(t.request_id),
    index('ledger_transfers_at').on(t.at),
    index('ledger_transfers_provider_ref')
      .on(t.provider_ref)
      .where(sql`provider_ref is not null`),
    check('ledger_transfers_amount', sql`amount_cents > 0 and typeof(amount_cents) = 'integer'`),
    check('ledger_transfers_two_accounts', sql`debit <> credit`),
  ],
);

export type NewLedgerTransfer = typeof ledgerTransfers.$inferInsert;
