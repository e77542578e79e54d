import type Stripe from 'stripe';
import type { Dispute } from '../../../../../drizzle/tables/trade/money/disputes.ts';
import type { Statement } from '../../../../http/database/batch.ts';
import { book } from './commit.db.ts';
import { leftOf } from './money-split.rules.ts';
import { beginDispute, closeDispute, setRefund } from './statements.db.ts';
import { takeBack } from './take-back.ts';
import { type Snapshot, step, type StepResult } from './step.ts';

/**
 * Records a new dispute, or closes a decided one. Does nothing for a purchase whose tickets were replaced. The purchase
 * of the replacement then holds the money, and disputes are handled there.
 */
export async function settleDisputes(snapshot: Snapshot): Promise<StepResult | null> {
  const { sale, provider } = snapshot;
  if (sale.payment.moved_cents > 0) return null;
  const theirs = await provider.listDisputes({ payment_intent: sale.intent_id! });
  for (const dispute of theirs) {
    const known = sale.disputes.find(({ provider_id }) => provider_id === dispute.id);
    if (!known && dispute.balance_transactions.length > 0) return recordDispute(snapshot, dispute);
    if (known?.status === 'open' && dispute.status === 'won' && reinstatement(dispute))
      return win(snapshot, known, dispute);
    if (known?.status === 'open' && dispute.status === 'lost') return lose(snapshot, known);
  }
  return null;
}

/** An inquiry moves no money, so it has no withdrawal and is not recorded. */
const withdrawal = (dispute: Stripe.Dispute) => dispute.balance_transactions.find(({ net }) => net < 0);
const reinstatement = (dispute: Stripe.Dispute) => dispute.balance_transactions.find(({ net }) => net > 0);

function recordDispute(snapshot: Snapshot, dispute: Stripe.Dispute): Promise<StepResult> {
  const { sale, db, now } = snapshot;
  const { request_id } = sale.payment;
  const fee_cents = withdrawal(dispute)?.fee ?? 0;
  const legs = [
    { debit: `disputed:${request_id}`, credit: 'provider', amount_cents: dispute.amount, ref: dispute.id },
    { debit: 'cost:disputes', credit: 'provider', amount_cents: fee_cents, ref: dispute.id },
  ];
  const due = dispute.evidence_details.due_by;
  return step(snapshot, {}, [
    beginDispute(db, {
      provider_id: dispute.id,
      request_id,
      amount_cents: dispute.amount,
      fee_cents,
      reason: dispute.reason,
      evidence_due_by: due === null ? null : new Date(due * 1000),
      opened_at: now,
    }),
    ...book(db, { cause: `dispute:${dispute.id}`, legs, request_id, now }),
  ]);
}

function win(snapshot: Snapshot, known: Dispute, dispute: Stripe.Dispute): Promise<StepResult> {
  const { sale, db, now } = snapshot;
  const { request_id } = sale.payment;
  const back = reinstatement(dispute)!.net;
  const legs = [
    { debit: 'provider', credit: `disputed:${request_id}`, amount_cents: known.amount_cents, ref: known.provider_id },
    { debit: 'provider', credit: 'cost:disputes', amount_cents: back - known.amount_cents, ref: known.provider_id },
  ];
  return step(snapshot, {}, [
    closeDispute(db, { id: known.provider_id, to: 'won', now }),
    ...book(db, { cause: `dispute-won:${known.provider_id}`, legs, request_id, now }),
  ]);
}

/**
 * The buyer keeps the disputed amount. We take it first from what is left of the sale, then from refunds that were
 * booked but not sent. (If we sent these too, the buyer would get back more than they paid.) The rest is our loss.
 */
async function lose(snapshot: Snapshot, known: Dispute): Promise<StepResult> {
  const { sale, db, now } = snapshot;
  const { payment } = sale;
  const { request_id } = payment;
  const into = `disputed:${request_id}`;
  const amount_cents = Math.min(known.amount_cents, leftOf(payment));
  const { statements, covered } = takeFromRefunds(snapshot, known.amount_cents - amount_cents);
  const covered_cents = covered.reduce((sum, leg) => sum + leg.amount_cents, 0);
  const beyond_cents = known.amount_cents - amount_cents - covered_cents;
  const taken = await takeBack(snapshot, { amount_cents, into });
  if (taken === 'again' || 'until' in taken) return taken;
  const legs = [
    ...covered.map((leg) => Object.assign(leg, { credit: into })),
    ...taken.legs,
    { debit: 'cost:losses', credit: into, amount_cents: beyond_cents },
  ];
  return step(snapshot, { taken_cents: payment.taken_cents + amount_cents }, [
    closeDispute(db, { id: known.provider_id, to: 'lost', beyond_cents, now }),
    ...statements,
    ...taken.statements,
    ...book(db, { cause: `dispute-lost:${known.provider_id}`, legs, request_id, now }),
  ]);
}

function takeFromRefunds({ sale, db }: Snapshot, wanted: number) {
  const statements: Statement[] = [];
  const covered: { debit: string; amount_cents: number }[] = [];
  let left = wanted;
  for (const { id, request_id, amount_cents, status, booked_at } of [...sale.refunds, ...sale.other_refunds]) {
    if (left === 0 || booked_at === null || (status !== 'due' && status !== 'stuck')) continue;
    const part = Math.min(left, amount_cents);
    statements.push(
      setRefund(db, id, part === amount_cents ? { status: 'dropped' } : { amount_cents: amount_cents - part }),
    );
    covered.push({ debit: `refund_due:${request_id}`, amount_cents: part });
    left -= part;
  }
  return { statements, covered };
}
