import * as v from 'valibot';
import { book } from './balance.ts';
import type { Core } from '../core.ts';
import { Amount, checked, Expand, Metadata } from '../inputs.ts';
import { findCharge } from '../intents.ts';
import { find, relatedTo } from '../lists.ts';
import type { Charge, Refund } from '../objects.ts';
import { Refusal } from '../refusal.ts';

const CreateRefund = v.strictObject({
  payment_intent: v.string(),
  amount: v.optional(Amount),
  metadata: Metadata,
  reason: v.optional(v.picklist(['duplicate', 'fraudulent', 'requested_by_customer'])),
  expand: Expand,
});

export function createRefund(core: Core, input: unknown): Refund {
  const { payment_intent, amount, metadata, reason = null } = checked(CreateRefund, input);
  const charge = refundableCharge(core, payment_intent);
  const left = amountLeft(core, charge);
  if (left === 0)
    throw new Refusal(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  const wanted = amount ?? left;
  if (wanted > left) {
    throw new Refusal(`Refund amount (${wanted}) is greater than unrefunded amount on charge (${left})`, {
      param: 'amount',
    });
  }
  const id = core.makeId('re');
  const transaction = book(core, { type: 'refund', amount: -wanted, source: id });
  const refund: Refund = {
    id,
    object: 'refund',
    amount: wanted,
    balance_transaction: transaction.id,
    charge: charge.id,
    created: core.seconds(),
    currency: 'usd',
    metadata,
    payment_intent,
    reason,
    status: 'succeeded',
  };
  core.state.refunds.set(id, refund);
  core.relate(payment_intent, id);
  setRefunded(charge, charge.amount_refunded + wanted);
  core.emit('refund.created', refund);
  return refund;
}

/** The bank sends a refund back. Its amount returns to the platform's balance. */
export function failRefund(core: Core, id: string): Refund {
  const refund = core.state.refunds.get(id);
  if (refund?.status !== 'succeeded') throw new Error(`There is no refund ${id} that can fail.`);
  book(core, { type: 'refund_failure', amount: refund.amount, source: id });
  refund.status = 'failed';
  const charge = findCharge(core, refund.charge);
  setRefunded(charge, charge.amount_refunded - refund.amount);
  core.emit('refund.updated', refund);
  core.emit('refund.failed', refund);
  return refund;
}

/** The part of a captured charge that was neither refunded nor lost in a dispute, in cents. */
export function amountLeft(core: Core, charge: Charge): number {
  return Math.max(0, charge.amount_captured - charge.amount_refunded - amountLost(core, charge));
}

/** In cents. */
export function amountLost(core: Core, charge: Charge): number {
  const lost = relatedTo(core, core.state.disputes, charge.payment_intent).filter(({ status }) => status === 'lost');
  return lost.reduce((sum, { amount }) => sum + amount, 0);
}

function refundableCharge(core: Core, intentId: string): Charge {
  if (find(core.state.intents, intentId, 'payment_intent').status !== 'succeeded') {
    throw new Refusal(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`, {
      code: 'payment_intent_unexpected_state',
    });
  }
  const charge = findCharge(core, intentId);
  const disputes = relatedTo(core, core.state.disputes, intentId);
  const isOpen = disputes.some(({ status }) => status !== 'won' && status !== 'lost');
  const isLost = disputes.some(({ status }) => status === 'lost') && amountLeft(core, charge) === 0;
  if (isOpen || isLost)
    throw new Refusal(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' });
  return charge;
}

function setRefunded(charge: Charge, amount: number): void {
  charge.amount_refunded = amount;
  charge.refunded = amount === charge.amount_captured;
}
