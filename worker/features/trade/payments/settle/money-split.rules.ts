export interface SaleAmounts {
  tickets_cents: number;
  buyer_fee_cents: number;
  seller_fee_cents: number;
  /** The amount that we paid on top of the buyer's money for a replacement. */
  added_cents: number;
  /** How much of the buyer's money has been refunded so far. */
  taken_cents: number;
  /** How much of the buyer's money has moved to a replacement. */
  moved_cents: number;
}

interface Share {
  seller_cents: number;
  fees_cents: number;
  added_cents: number;
}

export const totalOf = ({ tickets_cents, buyer_fee_cents }: Pick<SaleAmounts, 'tickets_cents' | 'buyer_fee_cents'>) =>
  tickets_cents + buyer_fee_cents;

export const paidOf = (sale: SaleAmounts) => totalOf(sale) - sale.added_cents;

/** The buyer's money that is still in the sale. */
export const leftOf = (sale: SaleAmounts) => paidOf(sale) - sale.taken_cents - sale.moved_cents;

export const mostForReplacement = (
  sale: SaleAmounts,
  { quantity, ceiling_pct, most_each_cents }: { quantity: number; ceiling_pct: number; most_each_cents: number },
) => leftOf(sale) + Math.min(Math.floor((leftOf(sale) * ceiling_pct) / 100), most_each_cents * quantity);

const sellerGross = ({ tickets_cents, seller_fee_cents }: SaleAmounts) => tickets_cents - seller_fee_cents;

/**
 * Returns the amounts that have left the sale once `taken` cents are refunded in total. The money that we added for a
 * replacement returns to us in proportion. The seller's part is rounded down. Because `taken` is a total, the
 * rounding errors of several refunds do not add up.
 */
function goneWith(sale: SaleAmounts, taken: number): Share {
  const [total, paid] = [totalOf(sale), paidOf(sale)];
  const added_cents = paid === 0 ? 0 : Math.floor((taken * sale.added_cents) / paid);
  const seller_cents = total === 0 ? 0 : Math.floor(((taken + added_cents) * sellerGross(sale)) / total);
  return { seller_cents, fees_cents: taken + added_cents - seller_cents, added_cents };
}

export function splitLeft(sale: SaleAmounts): { seller_cents: number; fees_cents: number } {
  if (sale.moved_cents > 0) return { seller_cents: 0, fees_cents: 0 };
  const gone = goneWith(sale, sale.taken_cents);
  const seller_cents = sellerGross(sale) - gone.seller_cents;
  return { seller_cents, fees_cents: totalOf(sale) - sale.taken_cents - gone.added_cents - seller_cents };
}

export function splitTaken(sale: SaleAmounts, amountCents: number): Share {
  const [after, before] = [goneWith(sale, sale.taken_cents + amountCents), goneWith(sale, sale.taken_cents)];
  return {
    seller_cents: after.seller_cents - before.seller_cents,
    fees_cents: after.fees_cents - before.fees_cents,
    added_cents: after.added_cents - before.added_cents,
  };
}
