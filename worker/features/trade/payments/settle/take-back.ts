import type { Statement } from '../../../../http/database/batch.ts';
import { ProviderError } from '../../provider/provider-error.ts';
import type { Leg } from './commit.db.ts';
import { splitLeft, splitTaken } from './money-split.rules.ts';
import type { Sale } from './sale.db.ts';
import { dropPayout, setPayout } from './statements.db.ts';
import type { Look, Turn } from './turn.ts';

/**
 * What `takeBack` has prepared: the legs into the account `into`, and the statements that go with them. Or another look
 * is needed.
 */
type Taken = { legs: Leg[]; statements: Statement[] } | Turn;

/**
 * Where an amount that goes back to the buyer comes from: the hold; or what is owed to the seller, with our fees; or,
 * after the payout, the reversed transfer; or, if the provider refuses that, a debt of the seller. What we had added to
 * the price of a replacement returns with it, and the seller who failed owes that much less. A reversal is asked of the
 * provider before anything is booked.
 */
export async function takeBack(
  look: Look,
  { amount_cents, into }: { amount_cents: number; into: string },
): Promise<Taken> {
  const { sale, db, now } = look;
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
  const reversal = wanted > 0 ? await reverse(look, payout.reversed_cents + wanted) : null;
  if (reversal === 'again') return 'again';
  // More can be reversed than is wanted now, if an earlier look ended after its reversal. What is over is owed to the
  // seller again.
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
 * Where what we had added to a replacement returns to: it lowers the debt of the seller who failed. What of the debt is
 * paid already is ours until staff decide.
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

/** The legs that fill the goals one after the other from the sources one after the other. Both add up to the same. */
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
 * Takes the transfer back until `target` cents of it are reversed. The key names the target, so that two drivers at
 * once reverse it once. Null if the provider refuses it: the seller has no money there.
 */
async function reverse(
  { sale, provider, db }: Look,
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
    // The stored failure of this key is repeated for ever. The next look reads whether it had its effect.
    await setPayout(db, request_id, { attempt: attempt + 1 });
    return 'again';
  }
}
