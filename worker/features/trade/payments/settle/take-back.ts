import type { Statement } from '../../../../http/database/batch.ts';
import { ProviderError } from '../../provider/provider-error.ts';
import type { Leg } from './commit.db.ts';
import { splitLeft, splitTaken } from './money-split.rules.ts';
import type { Sale } from './sale.db.ts';
import { dropPayout, setPayout } from './statements.db.ts';
import type { Snapshot, StepResult } from './step.ts';

/** The legs and their statements, or the result of the step if the reversal must be tried again first. */
type Taken = { legs: Leg[]; statements: Statement[] } | StepResult;

/**
 * Finds the money to pay back. Until the payment is released, the money is in the hold. Later it is in our fees and in
 * what we owe the seller. After the payout, reverses the seller's part of the transfer before anything is booked. The
 * seller owes us the part that the provider does not reverse.
 */
export async function takeBack(
  snapshot: Snapshot,
  { amount_cents, into }: { amount_cents: number; into: string },
): Promise<Taken> {
  const { sale, db, now } = snapshot;
  const { payment, request, payout } = sale;
  const { request_id } = payment;
  const isLast = splitLeft({ ...payment, taken_cents: payment.taken_cents + amount_cents }).seller_cents === 0;
  const isUnpaid = payout !== null && payout.sent_at === null && payout.status !== 'dropped';
  const statements = isLast && isUnpaid ? dropPayout(db, request_id, now) : [];
  const { seller_cents, fees_cents, added_cents } = splitTaken(payment, amount_cents);
  const goals = [{ credit: into, amount_cents }, ...returnAdded(sale, added_cents)];
  const hold = { debit: `hold:${request_id}`, amount_cents: amount_cents + added_cents };
  if (!payment.released_at) return { legs: pour([hold], goals), statements };
  const payable = `payable:${request.seller_id}`;
  const fees = { debit: 'income:fees', amount_cents: fees_cents };
  if (!payout?.sent_at)
    return { legs: pour([{ debit: payable, amount_cents: seller_cents }, fees], goals), statements };
  const wanted = Math.min(seller_cents, payout.paid_cents - payout.reversed_cents);
  const reversal = wanted > 0 ? await reverse(snapshot, payout.reversed_cents + wanted) : null;
  if (reversal === 'again') return 'again';
  // An earlier call may have reversed more than is needed now. We then owe the seller the difference.
  const total = reversal?.reversed_cents ?? payout.reversed_cents;
  const reversed = total - payout.reversed_cents;
  const used = Math.min(reversed, seller_cents);
  const sources = [
    { debit: payable, amount_cents: used },
    { debit: `receivable:${request.seller_id}`, amount_cents: seller_cents - used },
    fees,
  ];
  const back = { debit: 'provider', credit: payable, amount_cents: reversed, ref: reversal?.ref };
  const isAllBack = total === payout.paid_cents;
  const reversals = { reversed_cents: total, ...(isAllBack ? { status: 'reversed' as const } : {}) };
  return {
    legs: [back, ...pour(sources, goals)],
    statements: reversed > 0 ? [setPayout(db, sale.payment.request_id, reversals)] : [],
  };
}

/**
 * `added_cents` is our part of the price of a replacement. When it comes back, it lowers the debt of the seller who
 * failed. If part of that debt was already paid or written off, we keep the rest of the money, and staff decide whether
 * to give it back.
 */
export function returnAdded(
  { replaced_seller_id, replaced_debt_cents }: Sale,
  added_cents: number,
): Omit<Leg, 'debit'>[] {
  const owed = Math.min(added_cents, replaced_debt_cents);
  return [
    { credit: `receivable:${replaced_seller_id}`, amount_cents: owed },
    { credit: 'income:remedy', amount_cents: added_cents - owed },
  ];
}

/** Pays the goals in order, each from the first sources with money left. Sources and goals have the same sum. */
function pour(sources: readonly Omit<Leg, 'credit'>[], goals: readonly Omit<Leg, 'debit'>[]): Leg[] {
  const full = sources.map((source) => ({ ...source }));
  return goals.flatMap(({ credit, amount_cents: wanted }) => {
    let open = wanted;
    return full.map((source) => {
      const amount_cents = Math.min(open, source.amount_cents);
      open -= amount_cents;
      source.amount_cents -= amount_cents;
      return { debit: source.debit, credit, amount_cents };
    });
  });
}

/**
 * Reverses a transfer up to `target`, a total in cents. The key contains `target`, so parallel calls reverse once.
 * Returns null if the provider refuses for good, such as when the seller has no money left.
 */
async function reverse(
  { sale, provider, db }: Snapshot,
  target: number,
): Promise<{ ref: string; reversed_cents: number } | 'again' | null> {
  const { transfer_id, attempt, request_id } = sale.payout!;
  const transfer = await provider.findTransfer(transfer_id!);
  if (transfer.amount_reversed >= target) {
    return { ref: transfer.reversals.data[0]?.id ?? transfer.id, reversed_cents: transfer.amount_reversed };
  }
  try {
    const key = `${request_id}:reversal:${target}:${attempt}`;
    const made = await provider.createReversal(transfer.id, { amount: target - transfer.amount_reversed }, key);
    return { ref: made.id, reversed_cents: target };
  } catch (error) {
    if (!(error instanceof ProviderError && error.isFinal)) throw error;
    if (error.status < 500) return null;
    // With the same key, the provider would return this failure again, so the next try has a new key. The next snapshot
    // shows whether the money moved.
    await setPayout(db, request_id, { attempt: attempt + 1 });
    return 'again';
  }
}
