import { priceText } from '../../../worker/contract/money.ts';

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

/** How much more than the best price a price is, in words. Both are in dollars. */
export function moreThanBest(price: number, best: number): string {
  const more = Math.round((price - best) * 100);
  return more === 0 ? 'Same price' : `+${priceText(more / 100)}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
