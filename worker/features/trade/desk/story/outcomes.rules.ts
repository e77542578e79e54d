import { leftOf, type SaleAmounts, splitLeft, splitTaken } from '../../payments/settle/money-split.rules.ts';

/** How the money of a sale is shared after staff decide a problem, in cents. */
export interface Outcome {
  buyer_cents: number;
  seller_cents: number;
  fees_cents: number;
}

interface Refunding {
  amount_cents: number;
  status: string;
  is_booked: boolean;
}

/**
 * Returns the shares for both decisions of staff, `failed` and `received`. Refunds that still wait for a second admin
 * are not subtracted.
 */
export function outcomesOf(sale: SaleAmounts, refunds: readonly Refunding[]): { failed: Outcome; received: Outcome } {
  const onTheirWay = refunds
    .filter(({ is_booked, status }) => !is_booked && status !== 'asked' && status !== 'dropped')
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const after = { ...sale, taken_cents: sale.taken_cents + onTheirWay };
  const back = leftOf(after);
  const gone = splitTaken(after, back);
  const left = splitLeft(after);
  return {
    failed: {
      buyer_cents: back,
      seller_cents: left.seller_cents - gone.seller_cents,
      fees_cents: left.fees_cents - gone.fees_cents,
    },
    received: { buyer_cents: 0, ...left },
  };
}
