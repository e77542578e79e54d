/** The amounts of a payment that decide who gets what, in cents. */
export interface SaleAmounts {
  tickets_cents: number;
  buyer_fee_cents: number;
  seller_fee_cents: number;
  /** What we added to the price of a replacement. */
  added_cents: number;
  /** What of the buyer's money has gone back to the buyer so far. */
  taken_cents: number;
  /** What of the buyer's money has moved on to a replacement. */
  moved_cents: number;
}

/** An amount that leaves a sale: the seller's part, the part of the fees, and what of it we had added and get back. */
interface Share {
  seller_cents: number;
  fees_cents: number;
  added_cents: number;
}

/** The price of the tickets with the buyer's fee. */
export const totalOf = ({ tickets_cents, buyer_fee_cents }: Pick<SaleAmounts, 'tickets_cents' | 'buyer_fee_cents'>) =>
  tickets_cents + buyer_fee_cents;

/** What of the price the buyer paid. */
export const paidOf = (sale: SaleAmounts) => totalOf(sale) - sale.added_cents;

/** What of the buyer's money has neither gone back nor moved on. */
export const leftOf = (sale: SaleAmounts) => paidOf(sale) - sale.taken_cents - sale.moved_cents;

/** What the seller gets if nothing goes back. */
const sellerGross = ({ tickets_cents, seller_fee_cents }: SaleAmounts) => tickets_cents - seller_fee_cents;

/**
 * What leaves the sale in all once the buyer has got `taken` back. What we added returns to us in proportion, and the
 * rest divides between the seller and our fees in proportion, rounded down for the seller. Computed from the sum of all
 * that was taken, so that any number of parts adds up to the whole.
 */
function goneWith(sale: SaleAmounts, taken: number): Share {
  const [total, paid] = [totalOf(sale), paidOf(sale)];
  const added_cents = paid === 0 ? 0 : Math.floor((taken * sale.added_cents) / paid);
  const seller_cents = total === 0 ? 0 : Math.floor(((taken + added_cents) * sellerGross(sale)) / total);
  return { seller_cents, fees_cents: taken + added_cents - seller_cents, added_cents };
}

/** What the seller and our fees get of what is left. */
export function splitLeft(sale: SaleAmounts): { seller_cents: number; fees_cents: number } {
  if (sale.moved_cents > 0) return { seller_cents: 0, fees_cents: 0 };
  const gone = goneWith(sale, sale.taken_cents);
  const seller_cents = sellerGross(sale) - gone.seller_cents;
  return { seller_cents, fees_cents: totalOf(sale) - sale.taken_cents - gone.added_cents - seller_cents };
}

/**
 * Where the next amount that goes back to the buyer comes from. `added_cents` leaves the sale with it and returns to
 * us.
 */
export function splitTaken(sale: SaleAmounts, amountCents: number): Share {
  const [after, before] = [goneWith(sale, sale.taken_cents + amountCents), goneWith(sale, sale.taken_cents)];
  return {
    seller_cents: after.seller_cents - before.seller_cents,
    fees_cents: after.fees_cents - before.fees_cents,
    added_cents: after.added_cents - before.added_cents,
  };
}
