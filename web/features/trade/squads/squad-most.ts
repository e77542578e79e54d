import { MOST_EACH } from '../../../../worker/contract/trade/squads.ts';
import { priceOfOne, type ShownListing } from '../buying/eligible-listings.ts';

/** In dollars. The suggested amount is rounded up to a multiple of this. */
const STEP = 5;

/**
 * Suggests the most that each friend pays, in dollars. The amount is enough for each of the `places` cheapest tickets,
 * but never above `MOST_EACH`. `listings` must be sorted by price, and may have fewer than `places` tickets. Returns
 * undefined without listings.
 */
export function suggestedMost(listings: readonly ShownListing[], places: number): number | undefined {
  let left = places;
  let dearest: number | undefined;
  for (const listing of listings) {
    dearest = priceOfOne(listing);
    left -= listing.quantity;
    if (left <= 0) break;
  }
  return dearest === undefined ? undefined : Math.min(MOST_EACH, Math.ceil(dearest / STEP) * STEP);
}
