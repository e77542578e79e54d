import type { Core } from '../core.ts';
import type { Transaction } from '../objects.ts';

/** A movement of the balance. `amount` and `fee` are in cents. A negative amount leaves the balance. */
interface Movement {
  type: Transaction['type'];
  reporting_category: string;
  amount: number;
  fee?: number;
  source: string;
  description?: string;
}

/** Books a movement of the platform's balance. Every change of the balance is one such transaction. */
export function book(
  core: Core,
  { type, reporting_category, amount, fee = 0, source, description }: Movement,
): Transaction {
  const created = core.seconds();
  const transaction: Transaction = {
    id: core.makeId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: created,
    created,
    currency: 'usd',
    description: description ?? null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency: 'usd',
              description: 'Stripe processing fees',
              type: 'stripe_fee',
            },
          ],
    net: amount - fee,
    reporting_category,
    source,
    status: 'available',
    type,
  };
  core.state.transactions.set(transaction.id, transaction);
  core.state.balance += transaction.net;
  return transaction;
}

/** Stripe's fee for a card payment in the United States, in cents: 2.9% and 30¢. */
export const cardFee = (amount: number) => Math.round((amount * 29) / 1000) + 30;

/** The balance as the API returns it. All money is available at once. */
export function balanceOf({ state }: Core) {
  return {
    object: 'balance',
    available: [{ amount: state.balance, currency: 'usd', source_types: { card: state.balance } }],
    livemode: false,
    pending: [{ amount: 0, currency: 'usd', source_types: { card: 0 } }],
  };
}

/** The settings of the balance as the API returns them. */
export function settingsOf({ state }: Core) {
  return {
    object: 'balance_settings',
    payments: {
      debit_negative_balances: true,
      payouts: {
        automatic_transfer_rules_by_currency: null,
        minimum_balance_by_currency: null,
        schedule: { interval: state.payout_interval },
        statement_descriptor: null,
        status: 'enabled',
      },
      settlement_timing: { delay_days: 2, start_of_day: null },
    },
  };
}
