import { untilWhen } from '../../../../worker/contract/time/event-time.ts';
import { cents, dollars, priceText } from '../../../../worker/contract/trade/money.ts';
import type { Seller } from '../../people/seller/seller-line.tsx';

/** The number of listings in the buy panel. */
export const SHOWN = 3;

/** A listing in the buy panel. The server sets `eligible` for an active listing with stock, inside the price band. */
export interface Offer {
  id: string;
  quantity: number;
  /** Dollars for each ticket. */
  ask_price: number;
  eligible: boolean;
  created_at: string;
  /** Until when only mutuals of the seller may ask for it, ISO 8601 UTC. Missing once everybody may. */
  first_until?: string;
  /**
   * While students pay here: what one ticket costs in all, in dollars, and whether it is sold without an answer of the
   * seller.
   */
  total_price?: number;
  is_instant?: boolean;
  seller: Seller;
}

/** What tickets of a listing cost in dollars, and the fee in it. Null if they are not paid here. */
export function payingFor(
  { ask_price, total_price = 0 }: Offer,
  quantity: number,
): { tickets: number; fee: number; total: number } | null {
  if (total_price === 0) return null;
  const [tickets, total] = [cents(ask_price) * quantity, cents(total_price) * quantity];
  return { tickets: dollars(tickets), fee: dollars(total - tickets), total: dollars(total) };
}

/** What one ticket of a listing costs, in dollars: with the fee if it is paid here. */
export const priceOfOne = ({ ask_price, total_price }: Offer): number => total_price ?? ask_price;

/** The name of the seller of a listing. */
export function sellerOf({ seller }: Pick<Offer, 'seller'>): string {
  return seller.display_name ?? 'A student';
}

/**
 * The listings that `me` may request, the cheapest first, and the older one of two equal prices. The server chooses the
 * same way, and never an own listing. A listing for mutuals of the seller first counts only if its id is in
 * `openFirst`. Dates are ISO 8601 UTC.
 */
export function eligibleFor<T extends Offer>(
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

/** Why `me` may request none of the listings. A listing that opens later is named by its time in New York. */
export function noneText(listings: readonly Offer[], me: string | null): string {
  const opens = listings
    .flatMap(({ eligible, seller, first_until }) =>
      eligible && seller.id !== me && first_until !== undefined ? [first_until] : [],
    )
    .toSorted(compare)[0];
  return opens === undefined
    ? NONE_IN_BAND
    : `Mutuals of the seller come first. Everybody can ask after ${untilWhen(opens)}.`;
}

/** The difference of a price to the best price, as text. Both are in dollars. */
export function moreThanBest(price: number, best: number): string {
  const more = Math.round((price - best) * 100);
  return more === 0 ? 'Same price' : `+${priceText(more / 100)}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
