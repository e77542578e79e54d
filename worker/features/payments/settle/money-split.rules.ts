/** The amounts of a payment that decide who gets what, in cents. */
export interface SaleAmounts {
  tickets_cents: number;
  buyer_fee_cents: number;
  seller_fee_cents: number;
  /** What has gone back to the buyer so far. */
  taken_cents: number;
}

/** What the buyer paid. */
export const totalOf = ({ tickets_cents, buyer_fee_cents }: SaleAmounts) => tickets_cents + buyer_fee_cents;

/** What has not gone back to the buyer. */
export const leftOf = (sale: SaleAmounts) => totalOf(sale) - sale.taken_cents;

/** What the seller gets if nothing goes back. */
const sellerGross = ({ tickets_cents, seller_fee_cents }: SaleAmounts) => tickets_cents - seller_fee_cents;

/**
 * How `taken` of the total divides between the seller and our fees: in proportion, rounded down for the seller. Computed from the sum of
 * all that was taken, so that any number of parts adds up to the whole.
 */
function sellerShareOf(sale: SaleAmounts, taken: number): number {
  const total = totalOf(sale);
  return total === 0 ? 0 : Math.floor((taken * sellerGross(sale)) / total);
}

/** The seller's part of what is left. The rest of it is our fees. */
export function splitLeft(sale: SaleAmounts): { seller_cents: number; fees_cents: number } {
  const seller_cents = sellerGross(sale) - sellerShareOf(sale, sale.taken_cents);
  return { seller_cents, fees_cents: leftOf(sale) - seller_cents };
}

/** Splits the next amount that goes back to the buyer into the seller's part and the part of the fees. */
export function splitTaken(sale: SaleAmounts, amountCents: number): { seller_cents: number; fees_cents: number } {
  const seller_cents = sellerShareOf(sale, sale.taken_cents + amountCents) - sellerShareOf(sale, sale.taken_cents);
  return { seller_cents, fees_cents: amountCents - seller_cents };
}
