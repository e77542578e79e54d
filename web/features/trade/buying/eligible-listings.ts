import type { HandoverKind } from '../../../../drizzle/handover-vocabulary.ts';
import { untilWhen } from '../../../../worker/contract/time/event-time.ts';
import { cents, dollars, priceText } from '../../../../worker/contract/trade/money.ts';
import type { Seller } from '../../people/seller/seller-line.tsx';

export const SHOWN = 3;

/** A listing in the buy panel. The server sets `eligible` for an active listing with stock, inside the price band. */
export interface ShownListing {
  id: string;
  quantity: number;
  /** Dollars for each ticket. */
  ask_price: number;
  eligible: boolean;
  created_at: string;
  /** Until this time (ISO 8601 UTC) only the seller's mutuals can request it. Missing once everyone can. */
  first_until?: string;
  /** Set while buyers pay on Vouch: the total for one ticket, in dollars. */
  total_price?: number;
  is_instant?: boolean;
  /** Set while buyers pay on Vouch. Null if the listing was made while hand-overs were off. */
  handover_kind?: HandoverKind | null;
  seller: Seller;
}

/** Returns the price of `quantity` tickets, the fee and the total, in dollars. Null for tickets not paid on Vouch. */
export function payingFor(
  { ask_price, total_price = 0 }: ShownListing,
  quantity: number,
): { tickets: number; fee: number; total: number } | null {
  if (total_price === 0) return null;
  const [tickets, total] = [cents(ask_price) * quantity, cents(total_price) * quantity];
  return { tickets: dollars(tickets), fee: dollars(total - tickets), total: dollars(total) };
}

/**
 * Returns the cheapest listing that is "sold at once". `more` is the extra cost in dollars of buying `quantity` tickets
 * there instead of from the best listing, which is the first of the list. Returns undefined if there is no such
 * listing, or if it has too few tickets. Also returns undefined if the best listing is itself "sold at once", or if
 * either listing is not paid on Vouch.
 */
export function soldAtOnce<T extends ShownListing>(
  [best, ...others]: readonly T[],
  quantity: number,
): { listing: T; more: number } | undefined {
  const listing = best?.is_instant ? undefined : others.find(({ is_instant }) => is_instant);
  if (!best || !listing || listing.quantity < quantity) return undefined;
  const [least, total] = [payingFor(best, quantity)?.total, payingFor(listing, quantity)?.total];
  return least === undefined || total === undefined
    ? undefined
    : { listing, more: dollars(cents(total) - cents(least)) };
}

/** The price of one ticket in dollars, with the fee if the ticket is paid on Vouch. */
export const priceOfOne = ({ ask_price, total_price }: ShownListing): number => total_price ?? ask_price;

export function sellerOf({ seller }: Pick<ShownListing, 'seller'>): string {
  return seller.display_name ?? 'A student';
}

/**
 * Returns the listings that `me` can request, sorted as on the server. `openFirst` has the ids of listings that are
 * still only for mutuals, but that `me` can request.
 */
export function eligibleFor<T extends ShownListing>(
  listings: readonly T[],
  me: string | null,
  openFirst: readonly string[] = [],
): T[] {
  return listings
    .filter(
      ({ id, eligible, seller, first_until }) =>
        eligible && seller.id !== me && (first_until === undefined || openFirst.includes(id)),
    )
    .toSorted((a, b) => a.ask_price - b.ask_price || compare(a.created_at, b.created_at) || compare(a.id, b.id));
}

export const NONE_IN_BAND = 'No tickets available in the price band';

/** Says why `me` can request none of the listings, and when (New York time) a listing opens to everyone. */
export function noneText(listings: readonly ShownListing[], me: string | null): string {
  const opens = listings
    .flatMap(({ eligible, seller, first_until }) =>
      eligible && seller.id !== me && first_until !== undefined ? [first_until] : [],
    )
    .toSorted(compare)[0];
  return opens === undefined
    ? NONE_IN_BAND
    : `The seller’s mutuals come first. Everyone can ask after ${untilWhen(opens)}.`;
}

/** Both prices are in dollars. */
export function moreThanBest(price: number, best: number): string {
  const more = Math.round((price - best) * 100);
  return more === 0 ? 'Same price' : `+${priceText(more / 100)}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
