/** How many offers the buy panel shows. */
export const SHOWN = 3;

/** What the buy panel needs of a listing. `eligible` is the server's word: active, something left, inside the price band. */
export interface Offer {
  id: string;
  quantity: number;
  /** Dollars for each ticket. */
  ask_price: number;
  eligible: boolean;
  created_at: string;
  seller: { id: string };
}

/**
 * What `me` may request, cheapest first, ties to the oldest, as the server chooses: nobody buys their own. Dates are ISO 8601 UTC.
 */
export function eligibleFor<T extends Offer>(listings: readonly T[], me: string | null): T[] {
  return listings
    .filter(({ eligible, seller }) => eligible && seller.id !== me)
    .toSorted((a, b) => a.ask_price - b.ask_price || compare(a.created_at, b.created_at) || compare(a.id, b.id));
}

/** Dollars with two decimals, as buying shows them. */
export function exact(amount: number): string {
  return `$${amount.toFixed(2)}`;
}

/** What stands beside a price: the cheapest is the best, the others cost so much more. Dollars. */
export function standing(price: number, best: number): string {
  const more = Math.round((price - best) * 100);
  return more === 0 ? 'Same price' : `+${exact(more / 100)}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
