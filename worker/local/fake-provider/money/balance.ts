import type { Core } from '../core.ts';
import type { Transaction } from '../objects.ts';

/** `amount` and `fee` are in cents. A negative amount lowers the balance. */
interface Movement {
  type: Transaction['type'];
  amount: number;
  fee?: number;
  source: string;
  description?: string | null;
}

/** Books a movement. No other function changes the balance. */
export function book(core: Core, { type, amount, fee = 0, source, description = null }: Movement): Transaction {
  const transaction: Transaction = {
    id: core.makeId('txn'),
    object: 'balance_transaction',
    amount,
    created: core.seconds(),
    currency: 'usd',
    description,
    fee,
    net: amount - fee,
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

/** The fake provider makes all money available at once. */
export function balanceOf({ state }: Core) {
  return {
    object: 'balance',
    available: [{ amount: state.balance, currency: 'usd' }],
    pending: [{ amount: 0, currency: 'usd' }],
  };
}

export const settingsOf = ({ state }: Core) => ({
  object: 'balance_settings',
  payments: { payouts: { schedule: { interval: state.payout_interval } } },
});
