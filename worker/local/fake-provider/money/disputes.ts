import * as v from 'valibot';
import { book } from './balance.ts';
import type { Core } from '../core.ts';
import { checked, Expand, Metadata } from '../inputs.ts';
import { findCharge } from '../intents.ts';
import { find, relatedTo } from '../lists.ts';
import type { Dispute } from '../objects.ts';
import { amountLeft, amountLost } from './refunds.ts';
import { Refusal } from '../refusal.ts';

/** Stripe's fee for a dispute in the United States, in cents. It is not returned. */
const DISPUTE_FEE = 1500;
const EVIDENCE_S = 14 * 86_400;

const UpdateDispute = v.strictObject({
  evidence: v.optional(v.record(v.string(), v.pipe(v.string(), v.maxLength(20_000)))),
  submit: v.optional(v.picklist(['true', 'false'])),
  metadata: Metadata,
  expand: Expand,
});

/**
 * Opens a dispute about a charge. `id` names the charge or its payment intent. By default the bank takes the rest of
 * the charge after refunds and lost disputes. With a larger `amount`, in cents, it also takes refunded money.
 */
export function openDispute(
  core: Core,
  id: string,
  { amount, reason = 'fraudulent' }: { amount?: number; reason?: string } = {},
): Dispute {
  const charge = findCharge(core, id);
  const disputed = amount ?? amountLeft(core, charge);
  const isDisputed = relatedTo(core, core.state.disputes, charge.payment_intent).some((dispute) => !isClosed(dispute));
  if (!charge.captured || isDisputed || disputed <= 0 || disputed > charge.amount_captured - amountLost(core, charge))
    throw new Error(`${id} has no ${disputed} cents that can be disputed.`);
  const disputeId = core.makeId('du');
  const withdrawal = book(core, {
    type: 'adjustment',
    amount: -disputed,
    fee: DISPUTE_FEE,
    source: disputeId,
    description: `Chargeback withdrawal for ${charge.id}`,
  });
  const dispute: Dispute = {
    id: disputeId,
    object: 'dispute',
    amount: disputed,
    balance_transactions: [withdrawal],
    charge: charge.id,
    created: core.seconds(),
    currency: 'usd',
    evidence: {},
    evidence_details: { due_by: core.seconds() + EVIDENCE_S, submission_count: 0 },
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: 'needs_response',
  };
  charge.disputed = true;
  core.state.disputes.set(disputeId, dispute);
  core.relate(charge.payment_intent, disputeId);
  core.emit('charge.dispute.created', dispute);
  core.emit('charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

export function closeDispute(core: Core, id: string, status: 'won' | 'lost'): Dispute {
  const dispute = find(core.state.disputes, id, 'dispute');
  if (isClosed(dispute)) throw new Error(`The dispute ${id} is closed.`);
  dispute.status = status;
  if (status === 'won') {
    const description = `Chargeback reversal for ${dispute.charge}`;
    const returned = book(core, { type: 'adjustment', amount: dispute.amount, source: id, description });
    dispute.balance_transactions.push(returned);
    core.emit('charge.dispute.funds_reinstated', dispute);
  }
  core.emit('charge.dispute.closed', dispute);
  return dispute;
}

/** Stores evidence, and sends it to the bank unless `submit` is `false`. Sent evidence cannot be changed. */
export function updateDispute(core: Core, id: string, input: unknown): Dispute {
  const dispute = find(core.state.disputes, id, 'dispute');
  const { evidence, submit = 'true', metadata } = checked(UpdateDispute, input);
  if (evidence && (dispute.status !== 'needs_response' || core.seconds() > dispute.evidence_details.due_by)) {
    throw new Refusal(`Evidence cannot be added to a dispute with the status ${dispute.status}.`);
  }
  Object.assign(dispute.metadata, metadata);
  if (!evidence) return dispute;
  Object.assign(dispute.evidence, evidence);
  if (submit === 'true') {
    dispute.status = 'under_review';
    dispute.evidence_details.submission_count += 1;
  }
  return dispute;
}

const isClosed = ({ status }: Dispute) => status === 'won' || status === 'lost';
