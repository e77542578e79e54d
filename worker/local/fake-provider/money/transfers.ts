import * as v from 'valibot';
import { book } from './balance.ts';
import type { Core } from '../core.ts';
import { Amount, checked, Expand, Metadata, Usd } from '../inputs.ts';
import { find } from '../lists.ts';
import type { Reversal, Transfer } from '../objects.ts';
import { Refusal } from '../refusal.ts';

const CreateTransfer = v.strictObject({
  amount: Amount,
  currency: Usd,
  destination: v.string(),
  description: v.optional(v.string()),
  metadata: Metadata,
  transfer_group: v.optional(v.string()),
  expand: Expand,
});

const CreateReversal = v.strictObject({
  amount: v.optional(Amount),
  description: v.optional(v.string()),
  metadata: Metadata,
  expand: Expand,
});

export function createTransfer(core: Core, input: unknown): Transfer {
  const { amount, destination, description = null, metadata, transfer_group = null } = checked(CreateTransfer, input);
  const account = find(core.state.accounts, destination, 'account');
  if (account.view.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers?.status !== 'active') {
    const rule = 'Your destination account needs to have the `stripe_balance.stripe_transfers` capability enabled.';
    throw new Refusal(rule, { code: 'insufficient_capabilities_for_transfer' });
  }
  if (amount > core.state.balance) {
    throw new Refusal('You have insufficient available funds in your Stripe account.', {
      code: 'balance_insufficient',
    });
  }
  const id = core.makeId('tr');
  const transaction = book(core, { type: 'transfer', amount: -amount, source: id });
  const transfer: Transfer = {
    id,
    object: 'transfer',
    amount,
    amount_reversed: 0,
    balance_transaction: transaction.id,
    created: core.seconds(),
    currency: 'usd',
    description,
    destination,
    metadata,
    reversals: { object: 'list', data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
    reversed: false,
    transfer_group,
  };
  core.state.transfers.set(id, transfer);
  if (transfer_group !== null) core.relate(transfer_group, id);
  account.balance += amount;
  core.emit('transfer.created', transfer);
  return transfer;
}

/** Reverses all or part of a transfer. Refused if the seller has spent the money. */
export function createReversal(core: Core, transferId: string, input: unknown): Reversal {
  const transfer = find(core.state.transfers, transferId, 'transfer');
  const left = transfer.amount - transfer.amount_reversed;
  const { amount = left, metadata } = checked(CreateReversal, input);
  if (left === 0) throw new Refusal(`Transfer ${transferId} is already fully reversed.`);
  if (amount > left)
    throw new Refusal(`Reversal amount (${amount}) is greater than unreversed amount on transfer (${left})`, {
      param: 'amount',
    });
  const account = find(core.state.accounts, transfer.destination, 'account');
  if (account.is_uncollectable || amount > account.balance) {
    throw new Refusal('The connected account has insufficient funds to reverse this transfer.', {
      code: 'balance_insufficient',
    });
  }
  const id = core.makeId('trr');
  const transaction = book(core, { type: 'transfer_refund', amount, source: id });
  const reversal: Reversal = {
    id,
    object: 'transfer_reversal',
    amount,
    balance_transaction: transaction.id,
    created: core.seconds(),
    currency: 'usd',
    metadata,
    transfer: transferId,
  };
  transfer.amount_reversed += amount;
  transfer.reversed = transfer.amount_reversed === transfer.amount;
  transfer.reversals.data.unshift(reversal);
  account.balance -= amount;
  core.emit('transfer.reversed', transfer);
  return reversal;
}
